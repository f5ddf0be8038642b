import { formBodyTimeouts, timedBody } from "#api/http/timed-body";

/** Largest form without files; with files the API's limits and the field's own messages come first. */
const formMaxBytes = 256 * 1024;
const uploadMaxBytes = 54 * 1024 * 1024;

/**
 * The same request with a body that ends in an error past its limit. What comes after the limit is read and dropped:
 * a browser shows no answer before it has sent all. A form without files is listened to for half a minute and ends in `BodyTooSlow`
 * then; who reads one with files has a patience of its own.
 */
export function limitBody(
  request: Request,
  patience = formBodyTimeouts,
): { request: Request; isTooLarge: () => boolean } {
  if (!request.body || request.method === "GET") return { request, isTooLarge: () => false };
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
  const limit = isUpload ? uploadMaxBytes : formMaxBytes;
  let size = 0;
  const body = isUpload ? request.body : timedBody(request.body, patience);
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= limit) controller.enqueue(chunk);
      },
      flush(controller) {
        if (size > limit) controller.error(new Error("the body is too large"));
      },
    }),
  );
  const limited = new Request(request, { body: counted, duplex: "half" } as RequestInit);
  return { request: limited, isTooLarge: () => size > limit };
}
