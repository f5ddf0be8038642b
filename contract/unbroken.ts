/**
 * Signs that nobody means: control characters, half of a surrogate pair, and U+FFFD, which stands where a letter was lost.
 * PostgreSQL takes no U+0000 at all, and a lost letter that is stored is lost for good.
 */
const broken = /[\p{Cc}\p{Cs}\uFFFD]/u;
const brokenInLines = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFD]/u;

/** Whether a text of one line has none of them. */
export const isUnbroken = (text: string): boolean => !broken.test(text);

/** The same of a text of several lines, which may have tabs and line ends. */
export const isUnbrokenInLines = (text: string): boolean => !brokenInLines.test(text);

/** The places of broken texts in parsed input, such as `files.0`; file names are not looked at. */
export function brokenPlaces(value: unknown, place: readonly string[] = []): string[] {
  if (typeof value === "string") return isUnbrokenInLines(value) ? [] : [place.join(".")];
  if (typeof value !== "object" || value === null || value instanceof Blob) return [];
  return Object.entries(value).flatMap(([name, inner]) => brokenPlaces(inner, [...place, name]));
}
