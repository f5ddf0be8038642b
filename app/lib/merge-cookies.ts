const isOver = (attributes: string[], now: number) =>
  attributes.some((attribute) => {
    const [name, value = ""] = attribute.split("=").map((part) => part.trim());
    if (/^max-age$/i.test(name ?? "")) return Number(value) <= 0;
    return /^expires$/i.test(name ?? "") && Date.parse(value) <= now;
  });

/**
 * Applies a response's `set-cookie` headers to a `cookie` header. These are the API service's own cookies, which the
 * cabinet stores for it and sends only to it. Cookie paths are ignored: there is one service, and it is called only
 * below `/api`.
 */
export function mergeCookies(
  cookieHeader: string | undefined,
  setCookies: readonly string[],
  now: number,
): string {
  const jar = new Map<string, string>();
  for (const pair of cookieHeader?.split("; ") ?? []) jar.set(pair.slice(0, pair.indexOf("=")), pair);
  for (const header of setCookies) {
    const [pair = "", ...attributes] = header.split(";");
    const name = pair.slice(0, pair.indexOf("=")).trim();
    if (!name || isOver(attributes, now)) jar.delete(name);
    else jar.set(name, pair.trim());
  }
  return [...jar.values()].join("; ");
}
