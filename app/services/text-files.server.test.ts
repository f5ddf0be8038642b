import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onEveryPage } from "#locales/translate";
import { addressOfTexts, sendTexts } from "./text-files.server";

let origin = "";
const server = createServer((asked, answer) => {
  if (!sendTexts(asked, answer)) answer.writeHead(404).end();
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

test("the texts of a kind of pages come as one file that is kept for ever, in the language of its address", async () => {
  const address = addressOfTexts("ru", ["common", "vps"]);
  const answer = await fetch(origin + address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const left: { pageTexts?: [string, Record<string, string>] } = {};
  new Function("globalThis", await answer.text())(left);
  expect(left.pageTexts?.[0]).toBe("ru");
  expect(Object.keys(left.pageTexts?.[1] ?? {})).toEqual([...onEveryPage, "common", "vps"]);
  expect(left.pageTexts?.[1].common).toContain("logIn|Войти");
});

test("a file of other words, of no namespace or of another release is not there", async () => {
  const address = addressOfTexts("en", ["common", "vps"]);
  expect(address).not.toBe(addressOfTexts("en", ["common", "faq"]));
  expect((await fetch(origin + address, { method: "POST" })).status).toBe(404);
  for (const path of [
    address.replace(/\.[\w-]+\.js$/, ".AAAAAAAAAAAAAAAA.js"),
    address.replace("vps", "constructor"),
    address.replace("vps", ""),
    address.replace("/en/", "/de/"),
    `${address}x`,
  ])
    expect((await fetch(origin + path)).status, path).toBe(404);
});
