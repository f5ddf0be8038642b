/** Plain ASCII that can't leave the quotes of a source. */
const safe = (text: string) => text.replace(/[^\x20-\x7e]|["\\]/g, "");

/** An adapter's source with the cabinet's address and the account's key in its inputs; without a key the adapter asks for one. */
export function fillAdapter(source: string, address: string, key = ""): string {
  return source
    .replace("{{CABINET_ADDRESS}}", safe(address))
    .replace("{{ACTIVATION_KEY}}", safe(key) || "{paste the activation key here}");
}
