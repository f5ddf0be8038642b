import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { cabinetCookie } from "./cookies.server";
import { requestContext } from "./request-context.server";

/** Browsers store cookies of about 4,000 bytes; a text of 1,024 characters in any script fits into two. */
const partLength = 3000;
/** A text that repeats itself may be much longer than its cookies. */
const maxBytes = 64 * 1024;
const cookieNames = ["draft0", "draft1"] as const;

type Draft = { name: string; values: Record<string, string> };

/** Returns whether the draft fits into the cookies; one that does not is not stored. */
async function write(draft: Draft): Promise<boolean> {
  const text = JSON.stringify(draft);
  const packed = deflateRawSync(text).toString("base64url");
  if (Buffer.byteLength(text) > maxBytes || packed.length > cookieNames.length * partLength) return false;
  for (const [index, name] of cookieNames.entries()) {
    const value = packed.slice(index * partLength, (index + 1) * partLength);
    const options = value ? {} : { maxAge: 0 };
    requestContext().setCookies.push(await cabinetCookie(name).serialize(value, options));
  }
  return true;
}

async function read(request: Request): Promise<Draft | null> {
  const header = request.headers.get("cookie");
  let packed = "";
  for (const name of cookieNames) packed += (await cabinetCookie(name).parse(header)) ?? "";
  if (!packed) return null;
  try {
    return JSON.parse(
      inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: maxBytes }).toString(),
    ) as Draft;
  } catch {
    return null;
  }
}

/**
 * Returns whether the input did not reach the API: the session has expired, recent authentication is needed, or the
 * API does not respond.
 */
function isLost(thrown: unknown): boolean {
  if (thrown instanceof Response) return thrown.headers.get("location")?.startsWith("/login") ?? false;
  if (thrown instanceof ApiUnavailable) return true;
  return thrown instanceof ApiError && (thrown.code === "sessionOver" || thrown.code === "freshProofNeeded");
}

/**
 * Runs `work` with input that must not be lost. If the session has expired or the API does not respond, the input is
 * stored in a signed cookie for an hour, across the login, and `readDraft` returns it to the form of that name.
 */
export async function withDraft<T>(request: Request, draft: Draft, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await deleteDraft(request, draft.name);
    return result;
  } catch (thrown) {
    if (isLost(thrown)) await write(draft);
    throw thrown;
  }
}

/** Stores values to prefill a form on the next page, for an hour; returns whether they are short enough. */
export const saveDraft = (name: string, values: Record<string, string>): Promise<boolean> =>
  write({ name, values });

/** Deletes the draft stored for a form. */
export async function deleteDraft(request: Request, name: string): Promise<void> {
  if ((await read(request))?.name === name) await write({ name: "", values: {} });
}

/** Returns the draft stored for a form, or null. */
export async function readDraft(request: Request, name: string): Promise<Record<string, string> | null> {
  const draft = await read(request);
  return draft?.name === name ? draft.values : null;
}
