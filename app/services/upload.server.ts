import { join } from "node:path";
import { BrokenForm, receiveForm } from "#api/http/receive-upload";
import { isDiskFull } from "#api/lib/disk-full";
import { ApiUnavailable } from "./api-errors.server";
import { environment } from "./env.server";
import { bodyError, readForm } from "./read-form.server";
import { requestContext } from "./request-context.server";

export type UploadLimits = { maxFileBytes: number };

/** The guard's limit (`limit-body.server.ts`) applies first; this one is never reached. */
const maxBytes = Number.MAX_SAFE_INTEGER;

/**
 * Reads a form with files, which are stored on disk until the response. Of an oversized file, one byte more than the
 * limit is stored, so that its field reports the error. The text fields are returned even if the whole body is too
 * large, so that a picture does not cost the client their text. Throws 400 for a truncated body, 408 if it arrived too
 * slowly.
 */
export async function readUpload(request: Request, { maxFileBytes }: UploadLimits): Promise<ReadUpload> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!contentType.startsWith("multipart/form-data") || !request.body)
    return { body: await readForm(request) };
  const body = new FormData();
  const { entries, ...rest } = await entriesOf(request, maxFileBytes);
  for (const { name, value } of entries) body.append(name, value);
  return { body, ...rest };
}

/** The form as far as it was received; `unavailable` is set if there was no disk space for its files. */
type ReadUpload = { body: FormData; unavailable?: ApiUnavailable };

async function entriesOf(
  request: Request,
  maxFileBytes: number,
): Promise<Pick<BrokenForm, "entries"> & { unavailable?: ApiUnavailable }> {
  try {
    const incoming = join(environment().DATA_DIR, "files/incoming");
    const { entries, discard } = await receiveForm(request, incoming, { maxBytes, maxFileBytes });
    requestContext().afterwards.push(discard);
    return { entries };
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    if (isDiskFull(error))
      return { entries: error.entries, unavailable: new ApiUnavailable(503, "no room for a file", error) };
    if (!error.hasLongFile) throw bodyError(error);
    return { entries: error.entries };
  }
}
