import { isUtf8 } from "node:buffer";
import { FileProblem } from "./problem";

const starts = (bytes: Uint8Array, ...prefix: number[]) =>
  prefix.every((byte, index) => bytes[index] === byte);

/** Detects UTF-16 without a byte order mark: every other byte of a western text is zero. */
function looksLikeUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, 512);
  const zeros = (from: number) => sample.filter((byte, index) => index % 2 === from && byte === 0).length;
  const half = sample.length / 2;
  if (half >= 8 && zeros(1) > half * 0.7) return "utf-16le";
  if (half >= 8 && zeros(0) > half * 0.7) return "utf-16be";
  return undefined;
}

/**
 * Returns the charset that a page declares (`charset=gbk`), unless it is a UTF; terminals in some countries write
 * their local one.
 */
function declaredCharsetOf(bytes: Uint8Array): string | undefined {
  const declaredCharset = /charset=["']?([\w-]+)/i.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 2048)),
  )?.[1];
  try {
    return declaredCharset === undefined ? undefined : new TextDecoder(declaredCharset).encoding;
  } catch {
    return undefined;
  }
}

const isLatin = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/**
 * Chooses between Windows-1251 and 1252 if no charset is declared. Accented letters in 1252 (`Eröffnungszeit`) are
 * Cyrillic letters within Latin words in 1251, while Cyrillic words contain no Latin letters.
 */
function windowsOf(bytes: Uint8Array): "windows-1251" | "windows-1252" {
  let [mixed, cyrillic] = [0, 0];
  let [latin, nonAscii] = [0, 0];
  for (let index = 0; index <= bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (isLatin(byte)) latin += 1;
    else if (byte >= 0xc0) nonAscii += 1;
    else if (latin + nonAscii > 0) {
      if (latin > 0 && nonAscii > 0) mixed += 1;
      else if (nonAscii > 1) cyrillic += 1;
      [latin, nonAscii] = [0, 0];
    }
  }
  return mixed > cyrillic ? "windows-1252" : "windows-1251";
}

/**
 * Returns the encoding of a text as terminals and sites write it: UTF-16 with a byte order mark (MetaTrader 5) or
 * without, UTF-8 with or without one, else the one that the page declares, else Windows-1251 (MetaTrader 4 in
 * Russian; its Latin letters are ASCII), or 1252 if the words are western European (a table saved by Excel).
 */
export function encodingOf(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return "utf-16le";
  if (starts(bytes, 0xfe, 0xff)) return "utf-16be";
  const utf16 = looksLikeUtf16(bytes);
  if (utf16) return utf16;
  if (isUtf8(bytes)) return "utf-8";
  const declaredCharset = declaredCharsetOf(bytes);
  return declaredCharset === undefined || declaredCharset.startsWith("utf")
    ? windowsOf(bytes)
    : declaredCharset;
}

const chunkBytes = 256 * 1024;

/**
 * Decodes a text in pieces, in any encoding. A terminal ends some files with zero bytes; anywhere else they mean that
 * the file is not text.
 *
 * @throws FileProblem for an incomplete character at the end, and for a file that is not text.
 */
export function* decodeChunks(bytes: Uint8Array): Generator<string, void, undefined> {
  const encoding = encodingOf(bytes);
  const isWide = encoding.startsWith("utf-16");
  if (isWide && bytes.length % 2 === 1) throw new FileProblem("importCutOff");
  let end = bytes.length;
  const step = isWide ? 2 : 1;
  while (end >= step && bytes[end - 1] === 0 && bytes[end - step] === 0) end -= step;
  const decoder = new TextDecoder(encoding);
  for (let from = 0; from < end; from += chunkBytes) {
    const isLast = from + chunkBytes >= end;
    const text = decoder.decode(bytes.subarray(from, Math.min(from + chunkBytes, end)), { stream: !isLast });
    if (text.includes("\0")) throw new FileProblem("importUnknownFormat");
    yield text;
  }
}

/** Decodes a whole text; line breaks become `\n`. */
export const decodeText = (bytes: Uint8Array): string =>
  [...decodeChunks(bytes)].join("").replace(/\r\n?/g, "\n");

/** Returns the beginning of a text, for detection. */
export function headOf(bytes: Uint8Array): string {
  for (const text of decodeChunks(bytes)) return text.slice(0, 65_536);
  return "";
}
