import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { requestOf } from "./request";

const base = { access: "client", summary: "", output: z.object({}) } as const;

test("path parameters are filled in and escaped; the other input of a read goes into the query", () => {
  const read = defineEndpoint({
    ...base,
    method: "GET",
    path: "/things/:id",
    input: z.object({ id: z.string(), page: z.optional(z.int()), q: z.optional(z.string()) }),
  });
  expect(requestOf(read, { id: "a/b", page: 2 })).toMatchObject({
    method: "GET",
    path: "/things/a%2Fb?page=2",
    body: undefined,
  });
  expect(requestOf(read, { id: "x" }).path).toBe("/things/x");
});

test("a change is sent as JSON, without its path parameters", () => {
  const change = defineEndpoint({
    ...base,
    method: "POST",
    path: "/things/:id",
    input: z.object({ id: z.string(), on: z.boolean() }),
  });
  expect(requestOf(change, { id: "x", on: true })).toMatchObject({
    path: "/things/x",
    headers: { "content-type": "application/json" },
    body: '{"on":true}',
  });
});

test("files are sent as a form, a list under its name with brackets", () => {
  const upload = defineEndpoint({
    ...base,
    method: "POST",
    path: "/things",
    body: "multipart",
    input: z.object({ title: z.string(), files: z.array(z.file()) }),
  });
  const file = new File(["x"], "x.txt");
  const { body, headers } = requestOf(upload, { title: "t", files: [file, file] });
  expect(headers).toEqual({});
  expect([...(body as FormData).keys()]).toEqual(["title", "files[]", "files[]"]);
});
