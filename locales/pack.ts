/** Stands between two texts; no text has it (`same-keys.test.ts`). */
const separator = "|";

/** The texts of a namespace in one string, `key=text|key=text`: what a loader sends (docs/decisions/0022). */
export const pack = (texts: Record<string, string>): string =>
  Object.entries(texts)
    .map(([key, text]) => `${key}=${text}`)
    .join(separator);

const unpacked = new Map<string, Record<string, string>>();

/** Packed texts by their keys. Each string is taken apart once: there is one for a namespace in a language. */
export function unpack(packed: string): Record<string, string> {
  const known = unpacked.get(packed);
  if (known) return known;
  const texts = Object.fromEntries(
    packed.split(separator).map((entry) => {
      const end = entry.indexOf("=");
      return [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
  unpacked.set(packed, texts);
  return texts;
}
