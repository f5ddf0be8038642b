import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BodyTooLarge, receiveForm } from "./receive-upload";

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

it("gives texts and files as they were sent, and takes the files away when told to", async () => {
  const { fields, discard } = await receiveForm(post(form()), folder, limits);
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

it("keeps of a file that is too long just enough to say so", async () => {
  const data = form();
  data.append("files[]", file(900_000, "long.png"));
  const { fields, discard } = await receiveForm(post(data), folder, limits);
  expect((fields.files as File[]).map((one) => one.size)).toEqual([50_000, 10, 100_001]);
  await discard();
});

it("reads a body that is too large to its end and keeps nothing of it", async () => {
  const data = form();
  for (let i = 0; i < 20; i++) data.append("files[]", file(90_000, `${i}.png`));
  const request = post(data);
  await expect(receiveForm(request, folder, limits)).rejects.toThrow(BodyTooLarge);
  expect(await readdir(folder)).toEqual([]);
});

it("leaves nothing behind of a body that was cut", async () => {
  const whole = new Uint8Array(await post(form()).arrayBuffer());
  const type = `multipart/form-data; boundary=${new TextDecoder().decode(whole.subarray(2, whole.indexOf(13)))}`;
  for (const share of [0.3, 0.9, 0.999]) {
    const cut = post(whole.slice(0, whole.length * share), { "content-type": type });
    await expect(receiveForm(cut, folder, limits)).rejects.toThrow();
  }
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(whole.slice(0, 20_000)),
    pull: (controller) => controller.error(new Error("the line went down")),
  });
  await expect(receiveForm(post(broken, { "content-type": type }), folder, limits)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

it("refuses what is no form", async () => {
  for (const type of ["application/json", "multipart/form-data", "multipart/form-data; boundary=x"])
    await expect(receiveForm(post("hello", { "content-type": type }), folder, limits)).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
