import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newStaff } from "#api/admin/testing";
import { handlers } from "#api/app";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { avatars } from "#api/db/schema/profile";
import { ticketFiles } from "#api/db/schema/support";
import { newTerminal } from "#api/modules/monitoring/testing";
import { removeFiles } from "#api/queue/remove-files";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as admin from "#contract/admin/index";
import { uploadStatement } from "#contract/monitoring/import";
import { uploadAvatar } from "#contract/profile/index";
import { createTicket, replyTicket } from "#contract/support/index";
import { runDueJobs } from "./run-due-jobs";

/** Index of the step that fails (disk, database, clock or ids); 0 if none does. */
const fault = vi.hoisted(() => ({ at: 0, steps: 0, seen: [] as string[] }));
const step = vi.hoisted(() => (name: string) => {
  fault.seen.push(name);
  if (++fault.steps === fault.at) throw new Error(`fault at ${name}`);
});

vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>();
  const failing =
    <A extends unknown[], T>(name: string, work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      step(name);
      return work(...args);
    };
  return {
    ...fs,
    mkdir: failing("mkdir", fs.mkdir),
    mkdtemp: failing("mkdtemp", fs.mkdtemp as (prefix: string) => Promise<string>),
    rename: failing("rename", fs.rename),
    statfs: failing("statfs", fs.statfs as (path: string) => Promise<unknown>),
    open: failing("open", async (...args: Parameters<typeof fs.open>) => {
      const file = await fs.open(...args);
      const { sync, writeFile } = file;
      file.sync = failing("sync", sync.bind(file));
      file.writeFile = failing("writeFile", writeFile.bind(file) as typeof writeFile);
      return file;
    }),
  };
});

let api: TestApi;
let picture: File;
const originalQuery = pg.Client.prototype.query as (...args: unknown[]) => unknown;

beforeAll(async () => {
  api = await testApi();
  const red = { width: 300, height: 300, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create: red }).png().toBuffer();
  picture = new File([bytes as BlobPart], "me.png", { type: "image/png" });
  const failing =
    <T>(name: string, work: () => T) =>
    () => {
      step(name);
      return work();
    };
  const { clock, ids } = api.deps;
  Object.assign(clock, { now: failing("clock", clock.now) });
  Object.assign(ids, { id: failing("id", ids.id) });
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === "string" ? query : String((query as { text?: string })?.text ?? query);
    try {
      // cleanup after a fault is not the subject of this test
      if (!text.startsWith("rollback")) step(text.slice(0, 60));
    } catch (error) {
      const done = args.at(-1);
      if (typeof done !== "function") return Promise.reject(error);
      return void process.nextTick(() => done(error));
    }
    return originalQuery.apply(this, args);
  } as typeof pg.Client.prototype.query;
});
afterEach(() => {
  fault.at = 0;
});
afterAll(async () => {
  pg.Client.prototype.query = originalQuery as typeof pg.Client.prototype.query;
  await api.close();
});

/** Returns the files in the store and the file ids in rows. */
async function stored() {
  fault.at = 0;
  await runDueJobs(api.deps, [removeFiles], { only: removeFiles.name });
  const there: string[] = [];
  for await (const id of api.deps.files.list()) there.push(id);
  const referencedIds = [
    ...(await api.db.select({ id: ticketFiles.storeId }).from(ticketFiles)).map(({ id }) => id),
    ...(await api.db.select({ id: monitoringImports.fileId }).from(monitoringImports)).map(({ id }) => id),
    ...(await api.db.select().from(avatars)).flatMap(({ files }) => Object.values(files)),
  ];
  const incoming = ["incoming", "files/incoming"].map((name) => join(api.deps.settings.dataDir, name));
  const waiting = await Promise.all(incoming.map((folder) => readdir(folder).catch(() => [])));
  return {
    there: there.sort(),
    known: referencedIds.filter((id) => id !== null).sort(),
    incoming: waiting.flat(),
  };
}

let number = 0;
const messageFields = () => ({ text: `It does not start, ${++number}` });
const newTicket = async () => {
  const owner = await api.newClient();
  const response = { ...messageFields(), title: "Terminal", departmentId: "technical" };
  const { body } = await api.call(createTicket, response, { token: owner.token });
  return { ticketId: body.ticketId, token: owner.token };
};

/** Each endpoint that receives files: its preparation and its payload. */
const uploads: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
  [createTicket.path]: async () => {
    const { token } = await api.newClient();
    const response = {
      ...messageFields(),
      title: "Terminal",
      departmentId: "technical",
      files: [picture, picture],
    };
    return () => api.call(createTicket, response, { token });
  },
  [replyTicket.path]: async () => {
    const { ticketId, token } = await newTicket();
    return () =>
      api.call(replyTicket, { ticketId, ...messageFields(), files: [picture, picture] }, { token });
  },
  [admin.reply.path]: async () => {
    const { ticketId } = await newTicket();
    const { token } = await newStaff(api, "support");
    return () => api.call(admin.reply, { ticketId, ...messageFields(), files: [picture] }, { token });
  },
  [uploadAvatar.path]: async () => {
    const { token } = await api.newClient();
    return () => api.call(uploadAvatar, { avatar: picture }, { token });
  },
  [uploadStatement.path]: async () => {
    const { token } = await api.newClient();
    const { id: monitoringId } = await newTerminal(api, token);
    const file = new File([`no statement, ${"x".repeat(1_100_000)}`], "x.html", { type: "text/html" });
    return () => api.call(uploadStatement, { monitoringId, file, zone: "new-york-close" }, { token });
  },
};

describe("an upload that fails at any of its steps", () => {
  it("is tried at every endpoint that takes files", () => {
    const endpoints = handlers.map(({ endpoint }) => endpoint).filter(({ body }) => body === "multipart");
    const paths = [...endpoints.map(({ path }) => path), admin.reply.path];
    expect(Object.keys(uploads).sort()).toEqual([...new Set(paths)].sort());
  });

  it.each(Object.keys(uploads))(
    "leaves no file that no row knows: %s",
    async (path) => {
      const failed: string[] = [];
      for (let failingStep = 1; ; failingStep++) {
        // resets the rate limits per minute
        api.pass({ minutes: 1 });
        const send = await (uploads[path] as (typeof uploads)[string])();
        Object.assign(fault, { at: failingStep, steps: 0, seen: [] });
        const { status } = await send().catch(() => ({ status: 599 }));
        const { steps, seen } = fault;
        const { there, known, incoming } = await stored();
        expect([seen[failingStep - 1], status, there, incoming]).toEqual([
          seen[failingStep - 1],
          status,
          known,
          [],
        ]);
        if (steps < failingStep) {
          expect(status).toBeLessThan(400);
          break;
        }
        failed.push(seen[failingStep - 1] ?? "");
      }
      // the request got as far as storing a file and committing its row
      for (const name of ["mkdtemp", "writeFile", "rename", "sync", "commit", "clock", "id"])
        expect(failed).toContain(name);
    },
    300_000,
  );
});
