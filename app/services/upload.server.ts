import { join } from "node:path";
import { data } from "@remix-run/node";
import { BrokenForm, receiveForm } from "#api/http/receive-upload";
import { isDiskFull } from "#api/lib/disk-full";
import { ApiUnavailable } from "./api-errors.server";
import { environment } from "./env.server";
import { readForm } from "./read-form.server";
import { requestContext } from "./request-context.server";

export type UploadLimits = { maxFileBytes: number };

/** The guard's limit comes first (`limit-body.server.ts`); this one is never reached. */
const maxBytes = Number.MAX_SAFE_INTEGER;

/**
 * Reads a form with files, which lie on disk until the request is answered. Of a file that is too long one byte more than the
 * limit is kept, so that its field says so; the texts of the form are given back even where the body as a whole was too large:
 * what a client wrote is not lost because of a picture. A body that is cut or too slow is answered with 400.
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

/** A form as far as it came; `notKept` where there was no room for its files. */
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
    if (!error.hasLongFile) throw data({ message: "bodyUnreadable" }, { status: 400 });
    return { entries: error.entries };
  }
}
