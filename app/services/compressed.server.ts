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
  const dictionary = namedDictionary(request.headers);
  const takes = acceptedBy(request.headers.get("accept-encoding") ?? "");
  if (!dictionary && !takes("br")) return page;
  const plain = Buffer.from(page);
  const bytes = dictionary ? compressedBy(dictionary, plain) : await brotli(plain, quality);
  headers.set("content-encoding", dictionary ? "dcz" : "br");
  headers.set("content-length", String(bytes.length));
  return bytes;
}
