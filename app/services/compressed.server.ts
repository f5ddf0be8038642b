import { brotli, takesBrotli } from "./ready.server";

/** The first that looks for repeats further back: a tenth fewer bytes than remix-serve's 4, for 0.2 ms. */
const quality = 5;

/** A document as its reader takes it: brotli, else as it is, for remix-serve to compress. Says so in the answer's headers. */
export async function compressedFor(request: Request, page: string, headers: Headers): Promise<BodyInit> {
  headers.append("vary", "Accept-Encoding");
  if (!takesBrotli(request.headers.get("accept-encoding"))) return page;
  headers.set("content-encoding", "br");
  return brotli(Buffer.from(page), quality);
}
