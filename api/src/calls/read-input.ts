import type { Context } from "hono";
import { Refusal } from "#api/values/refusal";
import type { Call } from "#contract/call";
import type { ReceivedForm } from "./receive-upload";
import { BodyTooLarge, receiveForm } from "./receive-upload";

const jsonMaxBytes = 256 * 1024;
const multipartMaxBytes = 28 * 1024 * 1024;

/** Reads a body no further than `limit` bytes into memory; what comes after it is read and dropped. */
export async function readLimited(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    throw new Refusal(400, "bodyUnreadable");
  }
  if (size > limit) throw new Refusal(413, "bodyTooLarge");
  return Buffer.concat(chunks);
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readLimited(request, jsonMaxBytes);
  if (bytes.byteLength === 0) return {};
  if (!request.headers.get("content-type")?.includes("json")) throw new Refusal(415, "bodyTypeUnknown");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
    return value as Record<string, unknown>;
  } catch {
    throw new Refusal(400, "bodyUnreadable");
  }
}

async function readMultipart(
  request: Request,
  incoming: string,
  maxFileBytes = multipartMaxBytes,
): Promise<ReceivedForm> {
  if (!request.headers.get("content-type")?.includes("multipart/form-data"))
    throw new Refusal(415, "bodyTypeUnknown");
  try {
    return await receiveForm(request, incoming, { maxBytes: multipartMaxBytes, maxFileBytes });
  } catch (error) {
    throw error instanceof BodyTooLarge
      ? new Refusal(413, "bodyTooLarge")
      : new Refusal(400, "bodyUnreadable");
  }
}

async function readBody(call: Call, hono: Context, incoming: string): Promise<ReceivedForm> {
  const request = hono.req.raw;
  if (call.method !== "POST") return { fields: hono.req.query(), discard };
  if (call.body === "multipart") return readMultipart(request, incoming, call.maxFileBytes);
  return { fields: await readJson(request), discard };
}

const discard = async () => {};

/**
 * The input of a call from path, query and body, parsed by the contract. Terminals and signers bring bodies of their own.
 * Files of a form lie in `incoming` until `discard` is called.
 */
export async function readInput(
  call: Call,
  hono: Context,
  incoming: string,
): Promise<{ input: unknown; discard: () => Promise<void> }> {
  if (call.access === "terminal" || call.access === "signed") return { input: hono.req.param(), discard };
  const body = await readBody(call, hono, incoming);
  const parsed = call.input.safeParse({ ...body.fields, ...hono.req.param() });
  if (parsed.success) return { input: parsed.data, discard: body.discard };
  await body.discard();
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  throw new Refusal(422, "invalidInput", { fields });
}

/** The text of a body whose signature is to be checked, no longer than `limit` bytes. */
export const readText = async (request: Request, limit: number): Promise<string> =>
  new TextDecoder().decode(await readLimited(request, limit));
