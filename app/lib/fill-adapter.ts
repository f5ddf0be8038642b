/**
 * Reduces a text to printable ASCII without quotes and backslashes, so that it cannot break out of a string literal.
 */
const safe = (text: string) => text.replace(/[^\x20-\x7e]|["\\]/g, "");

/**
 * Returns an adapter's source with the cabinet's URL and the account's key as input defaults. Without a key, the
 * adapter asks for one.
 */
export function fillAdapter(source: string, address: string, key = ""): string {
  return source
    .replace("{{CABINET_ADDRESS}}", safe(address))
    .replace("{{ACTIVATION_KEY}}", safe(key) || "{paste the activation key here}");
}
