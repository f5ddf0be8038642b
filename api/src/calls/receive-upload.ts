import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BusboyFileStream } from "@fastify/busboy";
import { Busboy } from "@fastify/busboy";

type Limits = {
  /** Of the whole body; what comes after it is read and dropped, so that the sender hears the answer. */
  maxBytes: number;
  /** Of one file: a longer one is kept one byte longer than this, so that its field's own limit refuses it in words. */
  maxFileBytes: number;
};

/** A form that has arrived: `name[]` fields are lists without the brackets, files lie on disk until `discard`. */
export type ReceivedForm = { fields: Record<string, unknown>; discard: () => Promise<void> };

export class BodyTooLarge extends Error {}

const maxFieldBytes = 64 * 1024;

/**
 * Reads multipart form data as it comes in, files straight to `incoming`: memory does not grow with their size.
 * A body that is cut, too large or no form at all throws and leaves nothing behind.
 */
export async function receiveForm(
  request: Request,
  incoming: string,
  { maxBytes, maxFileBytes }: Limits,
): Promise<ReceivedForm> {
  await mkdir(incoming, { recursive: true });
  const folder = await mkdtemp(join(incoming, "form-"));
  const discard = () => rm(folder, { recursive: true, force: true });
  const entries: { name: string; value: string | Promise<File> }[] = [];
  try {
    const parser = new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: { fileSize: maxFileBytes + 1, files: 20, fields: 100, fieldSize: maxFieldBytes },
    });
    parser.on("field", (name, value) => entries.push({ name, value }));
    parser.on("file", (name, stream, filename, _encoding, type) => {
      const kept = keep(stream, join(folder, String(entries.length)), filename ?? "", type);
      // a failure is met below, where all are awaited
      kept.catch(() => undefined);
      entries.push({ name, value: kept });
    });
    await pipeline(
      Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]),
      counting(maxBytes),
      parser,
    );
    return { fields: await collect(entries), discard };
  } catch (error) {
    await Promise.allSettled(entries.map((entry) => entry.value));
    await discard();
    throw error;
  }
}

async function keep(stream: BusboyFileStream, path: string, name: string, type: string): Promise<File> {
  await pipeline(stream, createWriteStream(path));
  return new File([await openAsBlob(path)], name, { type });
}

function counting(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      done(null, bytes <= maxBytes ? chunk : undefined);
    },
    flush: (done) => done(bytes > maxBytes ? new BodyTooLarge(`more than ${maxBytes} bytes`) : null),
  });
}

async function collect(
  entries: { name: string; value: string | Promise<File> }[],
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const entry of entries) {
    const value = await entry.value;
    const name = entry.name.replace(/\[\]$/, "");
    if (name === entry.name) fields[name] = value;
    else fields[name] = [...((fields[name] as unknown[] | undefined) ?? []), value];
  }
  return fields;
}
