import { createHash } from "node:crypto";
import { builtAssets } from "./assets.server";
import { acceptedBy } from "./ready.server";
import { namesIn } from "./used-styles.server";
import { isZstdReady, zstd } from "./zstd.server";

/** What documents may be compressed by (RFC 9842): a built file with what pages have in common, and nothing of any client. */
export type Dictionary = {
  path: string;
  language: string;
  bytes: Buffer;
  /** Whose rules of the sheet stand in it. */
  names: ReadonlySet<string>;
  sha256: Buffer;
};

let known: Map<string, Dictionary> | undefined;

/** By what a browser calls each: its hash, as a structured field. */
function dictionaries(): Map<string, Dictionary> {
  known ??= new Map(
    builtAssets().dictionaries.map((one) => {
      const sha256 = createHash("sha256").update(one.bytes).digest();
      return [`:${sha256.toString("base64")}:`, { ...one, sha256, names: namesIn(one.bytes.toString()) }];
    }),
  );
  return known;
}

/** The dictionary of a language; none where nothing was built. */
export const dictionaryOf = (language: string): Dictionary | undefined =>
  [...dictionaries().values()].find((one) => one.language === language);

/** The dictionary that a browser has and takes an answer by; none where it is another release's, or not ours at all. */
export function namedDictionary({ headers }: Request): Dictionary | undefined {
  const name = headers.get("available-dictionary")?.trim();
  if (!name || !isZstdReady() || !acceptedBy(headers.get("accept-encoding") ?? "")("dcz")) return undefined;
  return dictionaries().get(name);
}

/** The first Chromium that takes dictionaries. It names itself by this header in secure contexts alone, and takes them nowhere else. */
const firstChromium = 130;

/** Whether a browser would fetch a dictionary that it is told of. */
export function takesDictionaries({ headers }: Request): boolean {
  const [, version] = /"Chromium";\s*v="(\d+)/.exec(headers.get("sec-ch-ua") ?? "") ?? [];
  return Number(version ?? 0) >= firstChromium;
}

/** What an answer in the encoding `dcz` begins with (RFC 9842, section 5): a frame that zstd skips, with the dictionary's hash. */
const magic = Buffer.from("5e2a4d1820000000", "hex");

/** A document in the encoding `dcz`. */
export const compressedBy = ({ bytes, sha256 }: Dictionary, page: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([magic, sha256, zstd(page, bytes)]);
