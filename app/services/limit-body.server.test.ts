import { expect, test } from "vitest";
import { limitBody } from "./limit-body.server";

const post = (bytes: number, type: string) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": type },
    body: new Uint8Array(bytes),
  });

test.each([
  ["application/x-www-form-urlencoded", 256 * 1024],
  ["multipart/form-data; boundary=x", 54 * 1024 * 1024],
])("a body of %s is read up to its limit and rejected beyond it", async (type, limit) => {
  const whole = limitBody(post(limit, type));
  expect((await whole.request.arrayBuffer()).byteLength).toBe(limit);
  expect(whole.isTooLarge()).toBe(false);
  const more = limitBody(post(limit + 1, type));
  await expect(more.request.arrayBuffer()).rejects.toThrow();
  expect(more.isTooLarge()).toBe(true);
});
