import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { S3mini } from "s3mini";
import { answer } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { incomingFolder } from "./incoming";
import type { FileStore } from "./store";
import { fileId, isFileId } from "./store";

const maxAttempts = 3;
/** Timeout until a server begins to answer, including the time to send the upload. */
const timeoutMilliseconds = 60_000;

/**
 * `fetch` for a store whose requests are all idempotent: retries broken connections, 429 and statuses from 500 on,
 * three attempts in all. Reading the body has no timeout.
 */
const patientFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt++) {
    const answer = await once(input, init).catch((error: unknown) => {
      if (attempt === maxAttempts) throw error;
      return null;
    });
    if (answer && ((answer.status < 500 && answer.status !== 429) || attempt === maxAttempts)) return answer;
    await answer?.body?.cancel();
    await pause(attempt * 200);
  }
};

async function once(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("no answer in time")), timeoutMilliseconds);
  return fetch(input, { ...init, signal: late.signal }).finally(() => clearTimeout(timer));
}

export type Bucket = {
  /** Without a trailing slash; the bucket is the first part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const prefix = "files/";
const keyOf = (id: string) => `${prefix}${id}`;
/** The maximum that a server lists per request. */
const pageSize = 1000;

/**
 * Stores files in a bucket of S3, or of a compatible server, under `files/<id>`. A stream is written to disk until it
 * is complete, so that it is sent with its length and its SHA-256, which the server compares: an object is complete
 * or missing. A temporary failure throws 503; it does not count as a missing file.
 * @param folder for incomplete streams
 */
export function s3Files(from: Bucket & { folder: string; makeId: () => string }): FileStore {
  const { endpoint, bucket, folder, makeId } = from;
  const incoming = incomingFolder(join(folder, "incoming"), makeId);
  const s3 = new S3mini({ ...from, endpoint: `${endpoint}/${bucket}`, fetch: patientFetch });

  return {
    async put(stream, { limit, id = makeId() }) {
      const key = keyOf(fileId(id));
      const bytes = await incoming.keep(stream, limit, async (part) => {
        const checksum = { "x-amz-checksum-sha256": await sha256Of(part) } as const;
        const body = await openAsBlob(part);
        await orUnavailable(() =>
          s3.putObject(key, body, "application/octet-stream", undefined, checksum),
        ).catch(async (error: unknown) => {
          // the file may be stored although its response was lost; if it can't be removed now, the sweep removes it
          // later
          await s3.deleteObject(key).catch(() => undefined);
          throw error;
        });
      });
      return { id, bytes };
    },
    async open(id) {
      if (!isFileId(id)) return null;
      const found = await orUnavailable(() => s3.getObjectResponse(keyOf(id)));
      if (!found?.body) return null;
      return { stream: found.body, bytes: Number(found.headers.get("content-length")) };
    },
    async remove(id) {
      if (isFileId(id)) await orUnavailable(() => s3.deleteObject(keyOf(id)));
    },
    async *list(before) {
      let next: string | undefined;
      do {
        const page = await orUnavailable(() => s3.listObjectsPaged("/", prefix, pageSize, next));
        if (!page) throw new Error(`there is no bucket ${bucket} at ${endpoint}`);
        for (const { Key, LastModified } of page.objects ?? []) {
          const id = Key.slice(prefix.length);
          if (isFileId(id) && (!before || new Date(LastModified) < before)) yield id;
        }
        next = page.nextContinuationToken;
      } while (next);
    },
    async check() {
      try {
        // an empty list, which needs only a correct key and a bucket
        if (!(await s3.listObjectsPaged("/", `${prefix}-`, 1))) throw new Error("no such bucket");
      } catch (error) {
        const why = error instanceof Error ? error.message : "no answer";
        throw new Error(`the bucket ${bucket} at ${endpoint} can't be used (S3_…): ${inShort(why)}`, {
          cause: error,
        });
      }
      return answer("filesInBucket", { bucket, endpoint });
    },
  };
}

/** Returns the server's message without the document around it. */
const inShort = (message: string) => message.replace(/, err body:[\s\S]*/, "").replace(/^\[s3mini\] /, "");

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("base64");
}

async function orUnavailable<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    throw Object.assign(new ApiError(503, "unavailable", { headers: { "retry-after": "2" } }), { cause });
  }
}
