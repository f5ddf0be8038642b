import { expect, test } from "vitest";
import { limitBody } from "./limit-body.server";

const post = (bytes: number, type: string, path = "/") =>
  new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body: new Uint8Array(bytes),
  });

test.each([
  ["application/x-www-form-urlencoded", 256 * 1024, "/support/new"],
  ["multipart/form-data; boundary=x", 54 * 1024 * 1024, "/support/new"],
  // a text of the offer
  ["application/x-www-form-urlencoded", 2 * 1024 * 1024, "/admin/operations/texts-write"],
  ["application/x-www-form-urlencoded", 256 * 1024, "/admin/login"],
])("a body of %s is read up to its limit of %i at %s and rejected beyond it", async (type, limit, path) => {
  const whole = limitBody(post(limit, type, path));
  expect((await whole.request.arrayBuffer()).byteLength).toBe(limit);
  expect(whole.isTooLarge()).toBe(false);
  const more = limitBody(post(limit + 1, type, path));
  await expect(more.request.arrayBuffer()).rejects.toThrow();
  expect(more.isTooLarge()).toBe(true);
});
