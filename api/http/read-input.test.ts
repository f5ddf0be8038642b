import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint";
import { defineEndpoint } from "#contract/endpoint";
import { incomingRequestOf } from "./incoming-request";
import { readInput, readLimited, readText } from "./read-input";
import { servedAlone } from "./testing";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-input-"));
});
afterAll(() => rm(folder, { recursive: true }));

const kib = 1024;
const shape = {
  name: z.string("specifyName").check(z.minLength(2, "tooShort"), z.regex(/^[a-z\0]+$/, "nameInvalid")),
  list: z.optional(z.array(z.string())),
};
const pair = z.object(shape);
const anything = z.looseObject(shape);
const declared = {
  read: defineEndpoint({
    method: "GET",
    path: "/things/:name",
    access: "public",
    summary: "",
    input: anything,
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/things/:name",
    access: "public",
    summary: "",
    input: anything,
  }),
  write: defineEndpoint({ method: "POST", path: "/things", access: "public", summary: "", input: pair }),
  rename: defineEndpoint({
    method: "POST",
    path: "/things/:name",
    access: "public",
    summary: "",
    input: anything,
  }),
  signed: defineEndpoint({
    method: "POST",
    path: "/signed/:name",
    access: "signed",
    summary: "",
    input: pair,
  }),
  terminal: defineEndpoint({
    method: "POST",
    path: "/terminal/:name",
    access: "terminal",
    summary: "",
    input: pair,
  }),
  upload: defineEndpoint({
    method: "POST",
    path: "/files",
    access: "public",
    summary: "",
    body: "multipart",
    maxFileBytes: 10,
    input: z.object({ title: z.string("specifyTitle"), files: z.array(z.instanceof(File)) }),
  }),
  throwing: defineEndpoint({
    method: "POST",
    path: "/throwing",
    access: "public",
    summary: "",
    body: "multipart",
    input: z.looseObject({}).check(() => {
      throw new Error("a schema's mistake");
    }),
  }),
};

/** Returns the input that a handler would get: files as their sizes, and the number of folders during the request. */
const fetchApi = servedAlone(
  ...Object.values(declared).map((one: Endpoint) => ({
    endpoint: one,
    serve: async (hono: Parameters<typeof incomingRequestOf>[0]) => {
      const { input, discard } = await readInput(one, incomingRequestOf(hono), { folder, minFreePercent: 0 });
      const fileCount = (await readdir(folder)).length;
      await discard();
      const { files, ...rest } = input as { files?: File[] };
      return hono.json({
        ...rest,
        ...(files && { sizes: files.map(({ size }) => size), fileCount }),
      });
    },
  })),
);

const json = { "content-type": "application/json" };
const post = (body: BodyInit, headers: Record<string, string> = json, path = "/things") =>
  fetchApi(path, { method: "POST", body, headers, duplex: "half" } as RequestInit);
const upload = (data: FormData) => fetchApi("/files", { method: "POST", body: data });
const rejectedWith = (status: number, code: string) => [status, { code }];
const invalid = (fields: Record<string, string>) => [422, { code: "invalidInput", fields }];
/** Returns JSON of this many bytes. */
const ofBytes = (bytes: number) => JSON.stringify({ name: "anna", list: ["a".repeat(bytes - 27)] });

test("GET and DELETE take their input from path and query, POST from path and body", async () => {
  expect(await fetchApi("/things/anna?page=2&name=boris")).toEqual([200, { name: "anna", page: "2" }]);
  expect(await fetchApi("/things/anna?page=2", { method: "DELETE" })).toEqual([
    200,
    { name: "anna", page: "2" },
  ]);
  expect(await post('{"name":"boris","age":5}', json, "/things/anna?page=2")).toEqual([
    200,
    { name: "anna", age: 5 },
  ]);
  expect(
    await post('{"name":"anna"}', { "content-type": "application/problem+json; charset=utf-8" }),
  ).toEqual([200, { name: "anna" }]);
});

test("the first error of each field is reported under its path", async () => {
  expect(await post("{}")).toEqual(invalid({ name: "specifyName" }));
  expect(await post('{"name":"A","list":["a"]}')).toEqual(invalid({ name: "tooShort" }));
  expect(await post('{"name":"AA"}')).toEqual(invalid({ name: "nameInvalid" }));
  const [status, body] = await post('{"name":"anna","list":["a",5]}');
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ["list.1"]]);
});

test("text with invalid characters is an error at its field; in a path it is a 404", async () => {
  expect(await post(JSON.stringify({ name: "a\0b", list: ["fine", "lost \ufffd"] }))).toEqual(
    invalid({ name: "textBroken", "list.1": "textBroken" }),
  );
  for (const path of ["/things/a%00b", "/signed/a%00b", "/terminal/a%00b"])
    expect(await fetchApi(path, { method: path.startsWith("/things") ? "GET" : "POST" })).toEqual(
      rejectedWith(404, "notFound"),
    );
});

test("for terminals and HMAC-signed senders only the path is parsed, not the body", async () => {
  for (const path of ["/signed/X", "/terminal/X"])
    expect(await post("a text", { "content-type": "text/plain" }, path)).toEqual([200, { name: "X" }]);
});

test("a missing body is an empty one, whatever its content type", async () => {
  for (const type of [undefined, "text/plain"])
    expect(
      await fetchApi("/things", { method: "POST", headers: type ? { "content-type": type } : {} }),
    ).toEqual(invalid({ name: "specifyName" }));
  expect(await post("", json, "/things/anna")).toEqual([200, { name: "anna" }]);
});

test("a body that is not a JSON object is rejected", async () => {
  for (const body of ["[]", '["name"]', "null", "5", '"anna"', '{"name":"anna"', "{'name':'anna'}"])
    expect([body, await post(body)]).toEqual([body, rejectedWith(400, "bodyUnreadable")]);
  const lost = Buffer.concat([Buffer.from('{"name":"ab'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  expect(await post(lost)).toEqual(rejectedWith(400, "bodyUnreadable"));
  expect(await post('{"name":"anna"}', { "content-type": "text/plain" })).toEqual(
    rejectedWith(415, "bodyTypeUnknown"),
  );
  expect(await post(Buffer.from('{"name":"anna"}'), {})).toEqual(rejectedWith(415, "bodyTypeUnknown"));
});

test("JSON may have 64 KiB and not a byte more", async () => {
  expect(ofBytes(100)).toHaveLength(100);
  expect((await post(ofBytes(64 * kib)))[0]).toBe(200);
  expect(await post(ofBytes(64 * kib + 1))).toEqual(rejectedWith(413, "bodyTooLarge"));
  // also if it is far too long: it is read to its end, so that the sender gets the response
  expect(await post(ofBytes(4_000 * kib))).toEqual(rejectedWith(413, "bodyTooLarge"));
});

test("a body with a content-length over the limit is not read at all", async () => {
  let pulls = 0;
  const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
  const headers = { ...json, "content-length": String(64 * kib + 1) };
  expect(await post(body, headers)).toEqual(rejectedWith(413, "bodyTooLarge"));
  expect(pulls).toBe(0);
});

test("a form brings texts and files, which are removed once the request is served or rejected", async () => {
  const data = new FormData();
  data.append("files[]", new File(["0123456789"], "a.png"));
  data.append("files[]", new File(["0123456789abcdef"], "b.png"));
  expect(await upload(data)).toEqual(invalid({ title: "specifyTitle" }));
  expect(await readdir(folder)).toEqual([]);
  data.append("title", "lost \ufffd");
  expect(await upload(data)).toEqual(invalid({ title: "textBroken" }));
  expect(await readdir(folder)).toEqual([]);
  data.set("title", "two files");
  // of a file that is too long one byte too many is stored, by which its field's own limit recognizes it
  expect(await upload(data)).toEqual([200, { title: "two files", sizes: [10, 11], fileCount: 1 }]);
  expect(await readdir(folder)).toEqual([]);
});

test("a form with a field both as a single value and as a list is rejected, and its files are removed", async () => {
  for (const names of [
    ["files", "files[]"],
    ["files[]", "files"],
  ]) {
    const data = new FormData();
    data.set("title", "two files");
    for (const name of names) data.append(name, new File(["0123456789"], "a.png"));
    expect([names, await upload(data), await readdir(folder)]).toEqual([
      names,
      rejectedWith(400, "bodyUnreadable"),
      [],
    ]);
  }
});

test("the files of a form are removed if its schema throws", async () => {
  const data = new FormData();
  data.append("file", new File(["0123456789"], "a.png"));
  const answer = await fetchApi("/throwing", { method: "POST", body: data });
  expect([answer, await readdir(folder)]).toEqual([rejectedWith(500, "not refused: a schema's mistake"), []]);
});

test("a body that should be a form and is not one is rejected", async () => {
  expect(await post('{"title":"a"}', json, "/files")).toEqual(rejectedWith(415, "bodyTypeUnknown"));
  expect(await post(Buffer.from("title"), {}, "/files")).toEqual(rejectedWith(415, "bodyTypeUnknown"));
  const type = { "content-type": "multipart/form-data; boundary=x" };
  expect(await post("--x\r\ncut", type, "/files")).toEqual(rejectedWith(400, "bodyUnreadable"));
});

test("a form may have 54 MiB in total", async () => {
  const start = Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.png"\r\n\r\n',
  );
  const end = Buffer.from("\r\n--x--\r\n");
  const ofMebibytes = (mebibytes: number) => {
    const chunk = new Uint8Array(1024 * kib);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) controller.enqueue(start);
        if (sent++ < mebibytes) controller.enqueue(chunk);
        else {
          controller.enqueue(end);
          controller.close();
        }
      },
    });
    return post(body as BodyInit, { "content-type": "multipart/form-data; boundary=x" }, "/files");
  };
  expect(await ofMebibytes(53)).toEqual(invalid({ title: "specifyTitle" }));
  expect(await ofMebibytes(54)).toEqual(rejectedWith(413, "bodyTooLarge"));
});

test("a body that breaks off is the sender's error, a full disk is not", async () => {
  const breaking = (error: Error) => new ReadableStream({ pull: (controller) => controller.error(error) });
  const form = { "content-type": "multipart/form-data; boundary=x" };
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  for (const [path, headers] of [
    ["/things", json],
    ["/files", form],
  ] as const) {
    expect(await post(breaking(new Error("the line went down")), headers, path)).toEqual(
      rejectedWith(400, "bodyUnreadable"),
    );
    expect(await post(breaking(full), headers, path)).toEqual(
      rejectedWith(500, "not refused: no space left on device"),
    );
  }
});

test("a signed text is read unchanged, up to its limit", async () => {
  const request = () => new Request("http://api.invalid/", { method: "POST", body: "подпись" });
  expect(await readText(request(), 14)).toBe("подпись");
  await expect(readText(request(), 13)).rejects.toMatchObject({ status: 413, code: "bodyTooLarge" });
  expect(await readLimited(new Request("http://api.invalid/"), 0)).toHaveLength(0);
});
