import { formBodyTimeouts, timedBody } from "#api/http/timed-body";
import { paths } from "#app/paths";
import { documentFormMaxBytes, formMaxBytes, uploadMaxBytes } from "#contract/rules";

/**
 * Returns the request with a body that fails at its size limit. For uploads, the limits of the API and of the field, with
 * their own messages, apply first. The rest of the body is read and dropped, because
 * browsers show no response before they have sent everything. A form without files must arrive within half a minute,
 * or its body fails with `BodyTooSlow`; readers of uploads have their own timeout.
 */
export function limitBody(
  request: Request,
  timeouts = formBodyTimeouts,
): { request: Request; isTooLarge: () => boolean } {
  if (!request.body || request.method === "GET") return { request, isTooLarge: () => false };
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data") ?? false;
  const isOperation = new URL(request.url).pathname.startsWith(`${paths.adminOperations}/`);
  const limit = isUpload ? uploadMaxBytes : isOperation ? documentFormMaxBytes : formMaxBytes;
  let size = 0;
  const body = isUpload ? request.body : timedBody(request.body, timeouts);
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
