import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BodyTooLarge, BrokenForm, DiskTooFull, fieldsOf, receiveForm } from "./receive-upload";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "receive-"));
});
afterEach(() => rm(folder, { recursive: true }));

const limits = { maxBytes: 1_000_000, maxFileBytes: 1_000, minFreePercent: 0 };
/** Returns a multipart body; each part is its headers and its content. */
const multipartOf = (...parts: [headers: string, content: string][]) =>
  `${parts.map(([headers, content]) => `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`).join("")}--x--\r\n`;
const receive = (body: string | null, changes: Partial<typeof limits> = {}, incoming = folder) => {
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = new Request("http://api.invalid/", { method: "POST", headers, body });
  return receiveForm(request, incoming, { ...limits, ...changes });
};
const sizes = (entries: { value: string | File }[]) => entries.map(({ value }) => (value as File).size);

it("accepts no file while the disk has too little free space, but a form without files", async () => {
  const text: [string, string] = ['name="text"', "a text"];
  const file: [string, string] = ['name="files[]"; filename="a.png"', "a"];
  const broken = await receive(multipartOf(text, file), { minFreePercent: 101 }).catch(
    (error: unknown) => error,
  );
  expect(broken).toBeInstanceOf(BrokenForm);
  expect((broken as BrokenForm).cause).toBeInstanceOf(DiskTooFull);
  expect((broken as BrokenForm).entries).toEqual([{ name: "text", value: "a text" }]);
  expect(await readdir(folder)).toEqual([]);
  const { entries } = await receive(multipartOf(text), { minFreePercent: 101 });
  expect(entries).toHaveLength(1);
});

it("puts the files of one form together, and creates no folder for a form without files", async () => {
  const title: [string, string] = ['name="title"', "a title"];
  const nowhere = join(folder, "not", "there");
  const texts = await receive(multipartOf(title), {}, nowhere);
  expect(texts.entries).toEqual([{ name: "title", value: "a title" }]);
  await texts.discard();
  expect(await readdir(folder)).toEqual([]);
  const picture = (name: string): [string, string] => [`name="files[]"; filename="${name}"`, name];
  const { entries, discard } = await receive(
    multipartOf(title, picture("a.png"), picture("b.png")),
    {},
    nowhere,
  );
  expect(entries.map(({ name }) => name)).toEqual(["title", "files[]", "files[]"]);
  expect(await Promise.all(entries.slice(1).map(({ value }) => (value as File).text()))).toEqual([
    "a.png",
    "b.png",
  ]);
  const [own = "", ...others] = await readdir(nowhere);
  expect([others, (await readdir(join(nowhere, own))).length]).toEqual([[], 2]);
  await discard();
  await discard();
  expect(await readdir(nowhere)).toEqual([]);
});

it("accepts file names as sent, with control characters replaced; a file may have no name", async () => {
  const { entries, discard } = await receive(
    multipartOf(
      ['name="files[]"; filename="a\u0007b.png"\r\ncontent-type: image/png', "a"],
      ['name="files[]"\r\ncontent-type: application/octet-stream', "b"],
    ),
  );
  expect(entries.map(({ value }) => [(value as File).name, (value as File).type])).toEqual([
    ["a_b.png", "image/png"],
    ["", "application/octet-stream"],
  ]);
  await discard();
});

it("accepts a body and a file at exactly their limits, and not a byte more", async () => {
  const body = multipartOf(['name="file"; filename="a"', "a".repeat(1_000)]);
  const { entries, discard } = await receive(body, { maxBytes: body.length });
  expect(sizes(entries)).toEqual([1_000]);
  await discard();
  const tooLarge = receive(body, { maxBytes: body.length - 1 });
  await expect(tooLarge).rejects.toMatchObject({
    cause: new BodyTooLarge(`more than ${body.length - 1} bytes`),
    hasLongFile: false,
  });
  const long = await receive(multipartOf(['name="file"; filename="a"', "a".repeat(1_001)]));
  expect(sizes(long.entries)).toEqual([1_001]);
  await long.discard();
});

it("reports the texts received before a form broke off; a file within its limit has no placeholder", async () => {
  const body = multipartOf(['name="title"', "a title"], ['name="file"; filename="a"', "a".repeat(500)]);
  const error = await receive(body.slice(0, -100)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(BrokenForm);
  expect([error.entries, error.hasLongFile]).toEqual([[{ name: "title", value: "a title" }], false]);
  await expect(receive(null)).rejects.toMatchObject({ cause: new Error("no body"), entries: [] });
});

it("reports that nothing can be stored, and returns the texts", async () => {
  const incoming = join(folder, "a file");
  await writeFile(incoming, "");
  const body = multipartOf(['name="title"', "a title"], ['name="file"; filename="a"', "a".repeat(300_000)]);
  const error = await receive(body, { maxFileBytes: 500_000 }, incoming).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(BrokenForm);
  expect([error.cause.code, error.entries]).toEqual(["EEXIST", [{ name: "title", value: "a title" }]]);
  const texts = await receive(multipartOf(['name="title"', "a title"]), {}, incoming);
  expect(texts.entries).toHaveLength(1);
});

it("collects lists by their brackets; a name that objects inherit is an ordinary name", () => {
  const entries = [
    ["files[]", "a"],
    ["title", "first"],
    ["files[]", "b"],
    ["title", "last"],
    ["a[]b", "c"],
    ["constructor[]", "d"],
    ["__proto__", "e"],
  ].map(([name = "", value = ""]) => ({ name, value }));
  const fields = fieldsOf(entries);
  expect(Object.entries(fields)).toEqual([
    ["files", ["a", "b"]],
    ["title", "last"],
    ["a[]b", "c"],
    ["constructor", ["d"]],
    ["__proto__", "e"],
  ]);
});
