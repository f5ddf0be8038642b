/**
 * Characters that nobody types on purpose: control characters, lone surrogates, and U+FFFD, which replaces a
 * character lost in decoding. PostgreSQL rejects U+0000, and a lost character can't be restored once stored.
 */
const broken = /[\p{Cc}\p{Cs}\uFFFD]/u;
const brokenInLines = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFD]/u;

/** Returns whether a single-line text has none of these characters. */
export const isUnbroken = (text: string): boolean => !broken.test(text);

/** Returns whether a multi-line text has none of these characters; tabs and line ends are allowed. */
export const isUnbrokenInLines = (text: string): boolean => !brokenInLines.test(text);

/** Returns the paths of broken texts in parsed input, such as `files.0`. File names are not checked. */
export function brokenPlaces(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return isUnbrokenInLines(value) ? [] : [path.join(".")];
  if (typeof value !== "object" || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, inner]) => brokenPlaces(inner, [...path, name]));
}
