import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFiles } from "./static-files";

const folder = mkdtempSync(join(tmpdir(), "static-files-"));
const app = express();
let origin = "";
let stop: () => void;

beforeAll(async () => {
  for (const name of ["app.js", "app.js.br", "gone.js", "gone.js.br", "picture.png"])
    writeFileSync(join(folder, name), `the bytes of ${name}`);
  app.use(builtFiles(folder));
  app.use((_request, response) => void response.status(404).send("no such page"));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  stop = () => server.close();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string>) => fetch(origin + path, { headers });

describe("a built file", () => {
  it("is sent as it was compressed, to be kept for a year", async () => {
    const head = await fetch(`${origin}/app.js`, {
      method: "HEAD",
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(head.headers.get("content-encoding")).toBe("br");
    expect(head.headers.get("content-length")).toBe(String("the bytes of app.js.br".length));
    expect(head.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
    expect(head.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(head.headers.get("vary")).toBe("Accept-Encoding");
  });

  it("is sent uncompressed if nothing else is accepted, and not again if it is unchanged", async () => {
    const whole = await get("/app.js", { "accept-encoding": "identity" });
    expect(await whole.text()).toBe("the bytes of app.js");
    const etag = whole.headers.get("etag") ?? "";
    expect(
      (
        await get("/app.js", {
          "accept-encoding": "identity",
          "if-none-match": etag,
          "cache-control": "max-age=0",
        })
      ).status,
    ).toBe(304);
  });

  it("that was deleted does not stop the server", async () => {
    for (const name of ["gone.js", "gone.js.br"]) rmSync(join(folder, name));
    expect((await get("/gone.js", { "accept-encoding": "identity" })).status).toBe(404);
    expect((await get("/app.js", { "accept-encoding": "identity" })).status).toBe(200);
  });
});

describe("a folder of built files", () => {
  it("has no index, and no redirect to one", async () => {
    expect((await get("/", {})).status).toBe(404);
  });
});
