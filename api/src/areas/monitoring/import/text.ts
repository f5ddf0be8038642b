import { FileProblem } from "./problem";

const starts = (bytes: Uint8Array, ...prefix: number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

/** UTF-16 without its mark: every other byte of a western text is zero. */
function looksLikeUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 512);
  const zeros = (from: number) => sample.filter((byte, index) => index % 2 === from && byte === 0).length;
  const half = sample.length / 2;
  if (half >= 8 && zeros(1) > half * 0.7) return "utf-16le";
  if (half >= 8 && zeros(0) > half * 0.7) return "utf-16be";
  return undefined;
}

/**
 * Reads a text file as terminals and sites write them: UTF-16 with a byte order mark (MetaTrader 5), UTF-8 with
 * and without one, else Windows-1251 (MetaTrader 4 in Russian; its Latin letters are everyone's).
 * Line breaks become `\n`. A file that holds zero characters is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = starts(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : starts(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : looksLikeUtf16(bytes);
  let text: string;
  if (utf16) {
    if (bytes.length % 2 === 1) throw new FileProblem("importCutOff");
    text = new TextDecoder(utf16).decode(bytes);
  } else {
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1251").decode(bytes);
    }
  }
  // A terminal closes some files with a zero byte; anywhere else it means that this is no text.
  text = text.replace(/\0+$/, "");
  if (text.includes("\0")) throw new FileProblem("importUnknownFormat");
  return text.replace(/\r\n?/g, "\n");
}
