import { ApiError } from "#api/lib/api-error";
import { isDiskFull } from "#api/lib/disk-full";
import type { Endpoint } from "#contract/endpoint";
import { formMaxBytes, uploadMaxBytes } from "#contract/rules";
import { brokenPlaces } from "#contract/valid-text";
import type { IncomingRequest } from "./incoming-request";
import { BodyTooLarge, BrokenForm, DiskTooFull, fieldsOf, receiveForm } from "./receive-upload";
import type { SentBody } from "./timed-body";
import { defaultBodyTimeouts, formBodyTimeouts, isBodyTooSlow, timedChunks } from "./timed-body";

/** Several times the size of our longest form but one for texts of the offer (`maxBytes`); deeper nesting than this allows takes milliseconds to parse. */
const jsonMaxBytes = 64 * 1024;

type Body = { fields: Record<string, unknown>; discard: () => Promise<void> };

/** Returns the error for a body that did not arrive completely; a full disk is not the sender's fault. */
function errorOf(error: unknown): unknown {
  const cause = error instanceof BrokenForm ? error.cause : error;
  if (isDiskFull(cause)) return cause;
  if (cause instanceof DiskTooFull) return new ApiError(507, "diskTooFull");
  if (cause instanceof BodyTooLarge) return new ApiError(413, "bodyTooLarge");
  return isBodyTooSlow(cause) ? new ApiError(408, "bodyTooSlow") : new ApiError(400, "bodyUnreadable");
}

/**
 * The folder for files of forms while they are read, and the percentage of its disk that must be free to accept one.
 */
export type Incoming = { folder: string; minFreePercent: number };

/** What `Request` and `IncomingRequest` have in common. */
type Sent = Pick<IncomingRequest, "headers"> & { readonly body: SentBody | null };

/** Reads at most `limit` bytes of a body into memory; the rest is read and dropped. */
export async function readLimited({ headers, body }: Sent, limit: number): Promise<Uint8Array> {
  // rejected by its declared length before it is read: the connection drops the rest
  if (Number(headers.get("content-length")) > limit) throw new ApiError(413, "bodyTooLarge");
  const chunks: Uint8Array[] = [];
  let size = 0;
  // a form does not take two minutes to send
  const timeouts = limit > formMaxBytes ? defaultBodyTimeouts : formBodyTimeouts;
  try {
    for await (const chunk of body ? timedChunks(body, timeouts) : []) {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch (error) {
    throw errorOf(error);
  }
  if (size > limit) throw new ApiError(413, "bodyTooLarge");
  return Buffer.concat(chunks);
}

async function readJson(request: Sent, maxBytes = jsonMaxBytes): Promise<Record<string, unknown>> {
  const bytes = await readLimited(request, maxBytes);
  if (bytes.byteLength === 0) return {};
  if (!request.headers.get("content-type")?.includes("json")) throw new ApiError(415, "bodyTypeUnknown");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
    return value as Record<string, unknown>;
  } catch {
    throw new ApiError(400, "bodyUnreadable");
  }
}

async function readMultipart(
  request: Request,
  { folder, minFreePercent }: Incoming,
  maxFileBytes = uploadMaxBytes,
): Promise<Body> {
  if (!request.headers.get("content-type")?.includes("multipart/form-data"))
    throw new ApiError(415, "bodyTypeUnknown");
  const limits = { maxBytes: uploadMaxBytes, maxFileBytes, minFreePercent };
  const { entries, discard } = await receiveForm(request, folder, limits).catch((error: unknown) => {
    throw errorOf(error);
  });
  try {
    return { fields: fieldsOf(entries), discard };
  } catch {
    await discard();
    throw new ApiError(400, "bodyUnreadable");
  }
}

async function readBody(
  endpoint: Endpoint,
  incomingRequest: IncomingRequest,
  incoming: Incoming,
): Promise<Body> {
  if (endpoint.method !== "POST") return { fields: incomingRequest.query, discard };
  if (endpoint.body === "multipart")
    return readMultipart(incomingRequest.request, incoming, endpoint.maxFileBytes);
  return { fields: await readJson(incomingRequest, endpoint.maxBytes), discard };
}

const discard = async () => {};

/**
 * Returns the input of a request from path, query and body, parsed by the contract. Terminals and signed requests
 * have their own body formats. Files of a form are in `incoming` until `discard` is called.
 */
export async function readInput(
  endpoint: Endpoint,
  incomingRequest: IncomingRequest,
  incoming: Incoming,
): Promise<{ input: unknown; discard: () => Promise<void> }> {
  if (brokenPlaces(incomingRequest.params).length > 0) throw new ApiError(404, "notFound");
  if (endpoint.access === "terminal" || endpoint.access === "signed")
    return { input: incomingRequest.params, discard };
  const body = await readBody(endpoint, incomingRequest, incoming);
  try {
    return {
      input: parseInput(endpoint, { ...body.fields, ...incomingRequest.params }),
      discard: body.discard,
    };
  } catch (error) {
    await body.discard();
    throw error;
  }
}

/** Throws 422 `invalidInput` with the first mistake of each field. */
function parseInput(endpoint: Endpoint, fieldValues: Record<string, unknown>): unknown {
  const parsed = endpoint.input.safeParse(fieldValues);
  const fields: Record<string, string> = {};
  if (parsed.success) for (const fieldPath of brokenPlaces(parsed.data)) fields[fieldPath] = "textBroken";
  else for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  if (parsed.success && Object.keys(fields).length === 0) return parsed.data;
  throw new ApiError(422, "invalidInput", { fields });
}

/** Returns the text of a signed body, no longer than `limit` bytes. */
export const readText = async (sent: Sent, limit: number): Promise<string> =>
  new TextDecoder().decode(await readLimited(sent, limit));
