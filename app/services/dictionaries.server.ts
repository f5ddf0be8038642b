import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { builtAssets } from "./assets.server";
import { namesIn } from "./names-in-html.server";
import { acceptedBy } from "./ready.server";
import { withoutStyles } from "./used-styles.server";
import { isZstdReady, zstd } from "./zstd.server";

/** What documents may be compressed by (RFC 9842): a built file with what pages have in common, or a page that all visitors see. */
export type Dictionary = {
  /** Where the file is; empty for a page. */
  path: string;
  language: string;
  bytes: Buffer;
  /** What it has the rules of, whole, for every document that is compressed by it. */
  names: ReadonlySet<string>;
  sha256: Buffer;
};

let built: Map<string, Dictionary> | undefined;

/** What a browser calls a dictionary by: its hash, as a structured field. */
const nameOf = (sha256: Buffer) => `:${sha256.toString("base64")}:`;
const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

function ofTheBuild(): Map<string, Dictionary> {
  built ??= new Map(
    builtAssets().dictionaries.map(({ path, language, file }) => {
      const [bytes, sha256] = [file.plain, sha256Of(file.plain)];
      const names = namesIn(withoutStyles(bytes.toString()));
      return [nameOf(sha256), { path, language, bytes, sha256, names }];
    }),
  );
  return built;
}

/** The dictionary of a language; none where nothing was built. */
export const dictionaryOf = (language: string): Dictionary | undefined =>
  [...ofTheBuild().values()].find((one) => one.language === language);

/** Pages that many visitors were sent, byte for byte, and that say of themselves that they may be used as a dictionary. */
const pages = new Map<string, Dictionary>();
/** Each look of the page in each language, of this build and of the settings before. */
const pagesKept = 50;
const noNames: ReadonlySet<string> = new Set();

/**
 * Makes of a page that nobody in particular is shown what the pages after it are compressed by, until the dictionary has come, which is
 * compressed by it too.
 *
 * @returns what says so in its answer. A browser keeps as a dictionary only what it may keep for a while; it asks anew for a page all
 * the same, since what may be used while it is renewed is used for files alone.
 */
export function useAsDictionary(page: Buffer): readonly (readonly [name: string, value: string])[] {
  const sha256 = sha256Of(page);
  const name = nameOf(sha256);
  if (pages.size >= pagesKept && !pages.has(name)) pages.clear();
  if (!pages.has(name)) pages.set(name, { path: "", language: "", bytes: page, names: noNames, sha256 });
  return [
    ["use-as-dictionary", 'match="/*"'],
    ["cache-control", "private, max-age=0, stale-while-revalidate=3600"],
  ];
}

const headerOf = (headers: Headers | IncomingHttpHeaders, name: string): string =>
  String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? "");

/** The dictionary that a browser has and takes an answer by; none where it is another release's, or not ours at all. */
export function namedDictionary(headers: Headers | IncomingHttpHeaders): Dictionary | undefined {
  const name = headerOf(headers, "available-dictionary").trim();
  if (!name || !isZstdReady() || !acceptedBy(headerOf(headers, "accept-encoding"))("dcz")) return undefined;
  return ofTheBuild().get(name) ?? pages.get(name);
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
export const compressedBy = (
  { bytes, sha256 }: Dictionary,
  content: Buffer,
  quality?: number,
): Buffer<ArrayBuffer> => Buffer.concat([magic, sha256, zstd(content, bytes, quality)]);
