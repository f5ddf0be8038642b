import type { IncomingMessage, ServerResponse } from "node:http";
import type { Asset } from "./assets.server";
import { builtAssets } from "./assets.server";
import type { Dictionary } from "./dictionaries.server";
import { compressedBy, namedDictionary } from "./dictionaries.server";
import { isRead, sendFile } from "./ready.server";

/** What a browser is told to use a dictionary for (RFC 9842, section 2.1). */
const ofDocuments = 'match="/*", match-dest=("document")';

/** As good as can be: it is done once. */
const quality = 22;
const made = new WeakMap<Dictionary, Map<Asset, Buffer>>();

/** A dictionary by the one that the browser has already, which is the page that told it of this one. */
function madeBy(dictionary: Dictionary, file: Asset): Buffer {
  const known = made.get(dictionary) ?? new Map<Asset, Buffer>();
  made.set(dictionary, known);
  const bytes = known.get(file) ?? compressedBy(dictionary, file.plain, quality);
  known.set(file, bytes);
  return bytes;
}

/** Answers a request for a dictionary; false where it is for anything else. */
export function sendDictionary(request: IncomingMessage, response: ServerResponse): boolean {
  const found = builtAssets().dictionaries.find(({ path }) => path === request.url);
  if (!found || !isRead(request)) return false;
  const { file } = found;
  const dictionary = namedDictionary(request.headers);
  const encoded = dictionary ? { ...file.encoded, dcz: madeBy(dictionary, file) } : file.encoded;
  response.setHeader("use-as-dictionary", ofDocuments);
  sendFile({ ...file, encoded, type: "application/octet-stream" }, request, response);
  return true;
}
