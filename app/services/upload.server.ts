import { Busboy } from "@fastify/busboy";
import { data } from "@remix-run/node";
import { readForm } from "./form.server";

type Limits = { maxFileBytes: number; maxFiles: number };
type ReceivedFile = { field: string; name: string; type: string; chunks: BlobPart[]; isTooLong: boolean };

/**
 * Reads a form with files. Of a file that is too long one byte more than the limit is kept, so that its field says so;
 * of a body that is too large as a whole everything up to there. The texts of the form are given back in either case:
 * what a client wrote is not lost because of a picture. A body that is cut is answered with 400.
 */
export async function readUpload(request: Request, { maxFileBytes, maxFiles }: Limits): Promise<FormData> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!contentType.startsWith("multipart/form-data") || !request.body) return readForm(request);
  const form = new FormData();
  const files: ReceivedFile[] = [];
  try {
    const parser = new Busboy({
      headers: { "content-type": contentType },
      limits: { fileSize: maxFileBytes + 1, files: maxFiles + 1, fields: 50 },
    });
    parser.on("field", (name, value) => form.append(name, value));
    parser.on("file", (field, stream, name, _encoding, mime) => {
      const file: ReceivedFile = { field, name: name ?? "", type: mime, chunks: [], isTooLong: false };
      files.push(file);
      stream.on("data", (chunk: Buffer) => file.chunks.push(chunk as BlobPart));
      stream.on("limit", () => {
        file.isTooLong = true;
      });
      // a cut body is met where it is read
      stream.on("error", () => undefined);
    });
    const ended = new Promise<void>((resolve, reject) =>
      parser.once("finish", resolve).once("error", reject),
    );
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    parser.end();
    await ended;
  } catch {
    if (!files.some((file) => file.isTooLong)) throw data({ message: "bodyUnreadable" }, { status: 400 });
  }
  for (const { field, name, type, chunks, isTooLong } of files) {
    // nobody reads a file that is refused for its length
    const content = isTooLong ? [new Uint8Array(maxFileBytes + 1)] : chunks;
    form.append(field, new File(content, name, { type }));
  }
  return form;
}
