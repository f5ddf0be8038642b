import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { defaultBodyTimeouts } from "#api/http/timed-body";
import { limitBody } from "./limit-body.server";
import { requestContext, withRequestContext } from "./request-context.server";
import { readUpload } from "./upload.server";

const limits = { maxFileBytes: 1000 };
const dataDir = mkdtempSync(join(tmpdir(), "cabinet-upload-"));
beforeAll(() => void Object.assign(process.env, { DATA_DIR: dataDir }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

function form(fileBytes: number) {
  const data = new FormData();
  data.append("text", "Долгий рассказ");
  data.append("files", new File([new Uint8Array(fileBytes)], "снимок.png", { type: "image/png" }));
  return data;
}

/** Returns a body split into chunks, as a network delivers it. */
function inChunks(bytes: ArrayBuffer): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(new Uint8Array(bytes.slice(offset, offset + 65_536)));
      offset += 65_536;
    },
  });
}

test("returns texts and files as they were sent", async () => {
  const { body: read } = await readUpload(post(form(900)), limits);
  expect(read.get("text")).toBe("Долгий рассказ");
  const file = read.get("files") as File;
  expect([file.name, file.type, file.size]).toEqual(["снимок.png", "image/png", 900]);
});

test("an empty file field has no name and no bytes, as browsers send it", async () => {
  const data = new FormData();
  data.append("files", new File([], ""));
  const { body } = await readUpload(post(data), limits);
  const file = body.get("files") as File;
  expect([file.name, file.size]).toEqual(["", 0]);
});

test("of a file that is too long it stores one byte more than allowed, and all the text", async () => {
  const { body: read } = await readUpload(post(form(50_000)), limits);
  expect(read.get("text")).toBe("Долгий рассказ");
  expect((read.get("files") as File).size).toBe(1001);
});

test("returns the text even if the whole body exceeds the guard's limit", async () => {
  const whole = post(form(56 * 1024 * 1024));
  const type = whole.headers.get("content-type") ?? "";
  const { request, isTooLarge } = limitBody(
    post(inChunks(await whole.arrayBuffer()), { "content-type": type }),
  );
  const { body: read } = await readUpload(request, limits);
  expect(isTooLarge()).toBe(true);
  expect(read.get("text")).toBe("Долгий рассказ");
  expect((read.get("files") as File).size).toBe(1001);
});

test("a body that was cut is rejected", async () => {
  const whole = post(form(900));
  const type = whole.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const rejection = await readUpload(post(bytes.slice(0, -200), { "content-type": type }), limits).catch(
    (thrown) => thrown,
  );
  expect(rejection).toMatchObject({ init: { status: 400 } });
});

test("a body that arrives too slowly gets 408 with a message", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const rejection = readUpload(post(silent, headers), limits).catch((thrown) => thrown);
  vi.advanceTimersByTime(defaultBodyTimeouts.idleMilliseconds);
  vi.useRealTimers();
  expect(await rejection).toMatchObject({ data: { message: "bodyTooSlow" }, init: { status: 408 } });
});

test("an upload stays on disk until the request is answered, and not longer", async () => {
  const incoming = () => readdirSync(join(dataDir, "files/incoming"));
  const before = incoming().length;
  await withRequestContext(async () => {
    const { body: read } = await readUpload(post(form(900)), limits);
    expect(incoming()).toHaveLength(before + 1);
    for (const work of requestContext().afterwards) await work();
    expect((read.get("files") as File).size).toBe(900);
  });
  expect(incoming()).toHaveLength(before);
});
