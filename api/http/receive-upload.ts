import { setMaxListeners } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BusboyFileStream } from "@fastify/busboy";
import { Busboy } from "@fastify/busboy";
import { mended } from "#statements/clean-text";
import type { BodyTimeouts } from "./timed-body";
import { timedBody } from "./timed-body";

type Limits = {
  /** Limit of the whole body; the rest is read and dropped, so that the sender gets the response. */
  maxBytes: number;
  /**
   * Limit per file: of a longer one, one byte more than this is stored, so that its field's own limit rejects it with
   * a message.
   */
  maxFileBytes: number;
  timeouts?: BodyTimeouts;
  /**
   * No file is accepted if less of its disk is free, in percent: the database and the log may be on the same disk.
   */
  minFreePercent?: number;
};

type Entry = { name: string; value: string | File };

/** A received form, in the order of its parts; files are on disk until `discard`. */
export type ReceivedForm = { entries: Entry[]; discard: () => Promise<void> };

export class BodyTooLarge extends Error {}

/** Too little of the disk is free to accept an upload. */
export class DiskTooFull extends Error {}

/**
 * A form that did not arrive completely: the texts received so far, and an empty stand-in for each file that was too
 * long.
 */
export class BrokenForm extends Error {
  constructor(
    cause: unknown,
    readonly entries: Entry[],
    readonly hasLongFile: boolean,
  ) {
    super("the form did not come whole", { cause });
  }
}

/** Browsers percent-encode these characters of a filename and no others. */
const escaped: Record<string, string> = { "%22": '"', "%0d": "\r", "%0a": "\n" };
const nameOf = (filename: string) =>
  filename.replace(/%(?:22|0d|0a)/gi, (code) => escaped[code.toLowerCase()] ?? code);

const maxFieldBytes = 64 * 1024;

type Part = { name: string; value: string } | { name: string; file: Promise<File>; stream: BusboyFileStream };

/**
 * Reads multipart form data as a stream, files directly to `incoming`: memory does not grow with their size. Throws
 * `BrokenForm` for a body that is cut, too slow, too large or not a form, and leaves neither a file nor a handle
 * behind.
 */
export async function receiveForm(
  request: Request,
  incoming: string,
  { maxBytes, maxFileBytes, timeouts, minFreePercent = 0 }: Limits,
): Promise<ReceivedForm> {
  let making: Promise<string> | undefined;
  // created for the first file: a form without files is accepted even if nothing can be stored
  const folder = () => (making ??= newFolder(incoming, minFreePercent));
  const discard = async () => {
    const folderPath = await making?.catch(() => null);
    if (folderPath) await rm(folderPath, { recursive: true, force: true });
  };
  const parts: Part[] = [];
  // a part without an end must not be waited for: all writing stops when reading fails
  const broken = new AbortController();
  setMaxListeners(0, broken.signal);
  try {
    const parser = new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: { fileSize: maxFileBytes + 1, files: 20, fields: 100, fieldSize: maxFieldBytes },
    });
    parser.on("field", (name, value) => parts.push({ name, value }));
    parser.on("file", (name, stream, filename, _encoding, type) => {
      const storedName = String(parts.length);
      // the body may be cut before the folder exists; the stream's reader then gets the error
      stream.on("error", () => undefined);
      const file = folder().then(
        (folderPath) =>
          storeFile(
            stream,
            join(folderPath, storedName),
            { name: nameOf(filename ?? ""), type },
            broken.signal,
          ),
        (error: unknown) => {
          stream.resume();
          throw error;
        },
      );
      // failures are handled below, where all files are awaited
      file.catch(() => undefined);
      parts.push({ name, file, stream });
    });
    if (!request.body) throw new Error("no body");
    const body = Readable.fromWeb(
      timedBody(request.body, timeouts) as Parameters<typeof Readable.fromWeb>[0],
    );
    await pipeline(body, counting(maxBytes), parser);
    const entries = await Promise.all(
      parts.map(async (part) => ({ name: part.name, value: "file" in part ? await part.file : part.value })),
    );
    return { entries, discard };
  } catch (error) {
    broken.abort();
    await Promise.allSettled(parts.map((part) => ("file" in part ? part.file : part.value)));
    await discard();
    throw brokenForm(error, parts, maxFileBytes);
  }
}

async function newFolder(incoming: string, minFreePercent: number): Promise<string> {
  await mkdir(incoming, { recursive: true });
  const { bavail, blocks } = await statfs(incoming);
  if (bavail * 100 < blocks * minFreePercent)
    throw new DiskTooFull(`less than ${minFreePercent} % of the disk is free`);
  return mkdtemp(join(incoming, "form-"));
}

async function storeFile(
  stream: BusboyFileStream,
  path: string,
  { name, type }: { name: string; type: string },
  signal: AbortSignal,
): Promise<File> {
  await pipeline(stream, createWriteStream(path), { signal });
  return new File([await openAsBlob(path)], mended(name, "_"), { type });
}

function brokenForm(cause: unknown, parts: readonly Part[], maxFileBytes: number): BrokenForm {
  const isLong = (part: Part) => "stream" in part && part.stream.truncated;
  const entries = parts.flatMap((part): Entry[] => {
    if ("value" in part) return [part];
    return isLong(part) ? [{ name: part.name, value: new File([new Uint8Array(maxFileBytes + 1)], "") }] : [];
  });
  return new BrokenForm(cause, entries, parts.some(isLong));
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

/**
 * Returns the entries of a form by name: `name[]` are lists without the brackets.
 * @throws if a name comes both with and without brackets
 */
export function fieldsOf(entries: readonly Entry[]): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const { name: sent, value } of entries) {
    const name = sent.replace(/\[\]$/, "");
    const before = fields[name];
    if (before !== undefined && Array.isArray(before) === (name === sent))
      throw new Error(`${name} is sent as one field and as a list`);
    if (name === sent) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [value];
  }
  return fields;
}
