import { data } from "@remix-run/node";
import * as z from "zod/mini";
import { isBodyTooSlow } from "#api/http/timed-body";

const flatJson = z.record(z.string(), z.nullable(z.string()));

/** Returns whether the body is a JSON string from a script; `fetch` labels it plain text. */
export const isFlatJson = (request: Request): boolean =>
  request.headers.get("content-type")?.startsWith("text/plain") === true;

/** Converts such a body to form data; null values are omitted. */
async function readFlatJson(request: Request): Promise<FormData> {
  const body = new FormData();
  for (const [name, value] of Object.entries(flatJson.parse(await request.json())))
    if (value !== null) body.set(name, value);
  return body;
}

/**
 * Reads a form body. A POST without a body is an empty form. Throws 400 for a truncated or unknown body, 408 if it
 * arrived too slowly.
 */
export async function readForm(request: Request, { flatJson: mayBeJson = false } = {}): Promise<FormData> {
  if (!request.headers.has("content-type")) return new FormData();
  try {
    return mayBeJson && isFlatJson(request) ? await readFlatJson(request) : await request.formData();
  } catch (error) {
    throw bodyError(error);
  }
}

/** Returns the response for a body that could not be read: 408 if it arrived too slowly, else 400. */
export const bodyError = (error: unknown) =>
  isBodyTooSlow(error)
    ? data({ message: "bodyTooSlow" }, { status: 408 })
    : data({ message: "bodyUnreadable" }, { status: 400 });

/** No field name of this app is that long. */
const longestName = 100;

/** An index of at least a hundred: `email[1500000]`. */
const hugeIndex = /\[\d{3,}\]/;

/**
 * Rejects field names that no form has. Conform parses a name as a path: one of a thousand segments becomes an object
 * too deep to serialize, one with a huge index an array of that length.
 */
export function rejectOddNames(body: FormData): void {
  for (const name of body.keys())
    if (name.length > longestName || hugeIndex.test(name))
      throw data({ message: "bodyUnreadable" }, { status: 400 });
}
