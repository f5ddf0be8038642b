import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BodyTooLarge, BrokenForm, fieldsOf, receiveForm } from "./receive-upload";
import { BodyTooSlow } from "./timed-body";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "receive-"));
});
afterEach(() => rm(folder, { recursive: true }));

const limits = { maxBytes: 1_000_000, maxFileBytes: 100_000 };
const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request("http://api.invalid/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
const file = (bytes: number, name: string, type = "image/png") =>
  new File([new Uint8Array(bytes).fill(7)], name, { type });

function form() {
  const data = new FormData();
  data.append("title", "Не запускается терминал");
  data.append("text", "line one\r\nline two");
  data.append("files[]", file(50_000, "снимок экрана.png"));
  data.append("files[]", file(10, "b.pdf", "application/pdf"));
  return data;
}

it("returns texts and files as sent, and removes the files on discard", async () => {
  const { entries, discard } = await receiveForm(post(form()), folder, limits);
  const fields = fieldsOf(entries);
  expect(fields.title).toBe("Не запускается терминал");
  expect(fields.text).toBe("line one\r\nline two");
  const files = fields.files as File[];
  expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
    ["снимок экрана.png", 50_000, "image/png"],
    ["b.pdf", 10, "application/pdf"],
  ]);
  expect(
    new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0)).every((byte) => byte === 7),
  ).toBe(true);
  await discard();
  expect(await readdir(folder)).toEqual([]);
});

it("reads file names correctly where browsers escape quotes and line breaks", async () => {
  const names = ['снимок "экрана".png', "100%25 %41.png", "a\r\nb.png"];
  const data = new FormData();
  for (const name of names) data.append("files[]", file(1, name));
  const { entries, discard } = await receiveForm(post(data), folder, limits);
  expect((fieldsOf(entries).files as File[]).map(({ name }) => name)).toEqual([
    'снимок "экрана".png',
    "100%25 %41.png",
    "a__b.png",
  ]);
  await discard();
});

it("stores just enough of a file that is too long to detect it", async () => {
  const data = form();
  data.append("files[]", file(900_000, "long.png"));
  const { entries, discard } = await receiveForm(post(data), folder, limits);
  const fields = fieldsOf(entries);
  expect((fields.files as File[]).map((one) => one.size)).toEqual([50_000, 10, 100_001]);
  await discard();
});

it("reads a body that is too large to its end and stores nothing of it", async () => {
  const data = form();
  for (let i = 0; i < 20; i++) data.append("files[]", file(90_000, `${i}.png`));
  const request = post(data);
  await expect(receiveForm(request, folder, limits)).rejects.toMatchObject({
    cause: expect.any(BodyTooLarge),
  });
  expect(await readdir(folder)).toEqual([]);
});

it("leaves nothing behind of a body that was cut", async () => {
  const formBytes = new Uint8Array(await post(form()).arrayBuffer());
  const type = `multipart/form-data; boundary=${new TextDecoder().decode(formBytes.subarray(2, formBytes.indexOf(13)))}`;
  for (const share of [0.3, 0.9, 0.999]) {
    const cut = post(formBytes.slice(0, formBytes.length * share), { "content-type": type });
    await expect(receiveForm(cut, folder, limits)).rejects.toThrow();
  }
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(formBytes.slice(0, 20_000)),
    pull: (controller) => controller.error(new Error("the line went down")),
  });
  await expect(receiveForm(post(broken, { "content-type": type }), folder, limits)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

/** Returns the bytes as a stream in small chunks, as a network delivers them. */
function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + 65_536));
      offset += 65_536;
    },
  });
}

/** Returns the files below the folder that this process has open. */
async function openHandles() {
  const handles = await Promise.all(
    (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return handles.filter((path) => path.startsWith(folder));
}

it("leaves neither a file handle nor a folder of a body that is cut, too large or too slow in the middle of a file", async () => {
  const data = new FormData();
  data.append("title", "kept");
  data.append("files[]", file(900_000, "long.png"));
  const formBytes = new Uint8Array(await post(data).arrayBuffer());
  const type = `multipart/form-data; boundary=${new TextDecoder().decode(formBytes.subarray(2, formBytes.indexOf(13)))}`;
  const ends = {
    cut: (controller: ReadableStreamDefaultController) => controller.close(),
    broken: (controller: ReadableStreamDefaultController) =>
      controller.error(new Error("the line went down")),
    silent: () => new Promise<void>(() => {}),
  };
  const timeouts = { idleMilliseconds: 100, wholeMilliseconds: 1_000 };
  for (const pull of Object.values(ends)) {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(formBytes.slice(0, 400_000)),
      pull,
    });
    const request = post(body, { "content-type": type });
    const error = await receiveForm(request, folder, { ...limits, timeouts }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(BrokenForm);
    // a file that was too long is represented by an empty stand-in, so that its field's limit rejects it
    expect(error.entries).toEqual([
      { name: "title", value: "kept" },
      { name: "files[]", value: expect.any(File) },
    ]);
    expect([error.message, error.hasLongFile]).toEqual(["the form did not come whole", true]);
    const { name, size } = error.entries[1].value;
    expect([name, size]).toEqual(["", 100_001]);
    if (pull === ends.silent) expect(error.cause).toBeInstanceOf(BodyTooSlow);
    expect([await readdir(folder), await openHandles()]).toEqual([[], []]);
  }
  const long = receiveForm(post(inChunks(formBytes), { "content-type": type }), folder, {
    ...limits,
    maxBytes: 500_000,
  });
  await expect(long).rejects.toMatchObject({ cause: expect.any(BodyTooLarge), hasLongFile: true });
  expect([await readdir(folder), await openHandles()]).toEqual([[], []]);
});

it("times out on a body that comes drop by drop", async () => {
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(new Uint8Array(1));
    },
  });
  const timeouts = { idleMilliseconds: 1_000, wholeMilliseconds: 300 };
  const type = "multipart/form-data; boundary=x";
  const request = post(body, { "content-type": type });
  const slow = receiveForm(request, folder, { ...limits, timeouts });
  await expect(slow).rejects.toMatchObject({ cause: expect.any(BodyTooSlow) });
  expect(await readdir(folder)).toEqual([]);
});

it("rejects a body that is not a form", async () => {
  for (const type of ["application/json", "multipart/form-data", "multipart/form-data; boundary=x"])
    await expect(receiveForm(post("hello", { "content-type": type }), folder, limits)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
