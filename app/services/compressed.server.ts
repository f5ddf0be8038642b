import { compressedBy, namedDictionary } from "./dictionaries.server";
import { acceptedBy, brotli } from "./ready.server";

/** The first that looks for repeats further back: a tenth fewer bytes than remix-serve's 4, for 0.2 ms. */
const quality = 5;

/**
 * A document as its reader takes it: by a dictionary that they have, brotli, else as it is, for remix-serve to compress. Says so in the
 * answer's headers.
 */
export async function compressedFor(request: Request, page: string, headers: Headers): Promise<BodyInit> {
  headers.append("vary", "Accept-Encoding, Available-Dictionary");
  const bytes = Buffer.from(page);
  const dictionary = namedDictionary(request.headers);
  if (dictionary) {
    headers.set("content-encoding", "dcz");
    return compressedBy(dictionary, bytes);
  }
  if (!acceptedBy(request.headers.get("accept-encoding") ?? "")("br")) return page;
  headers.set("content-encoding", "br");
  return brotli(bytes, quality);
}
