import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "#contract/users/index";

/** A backend that takes every call and answers none. */
let backend: Server;
const requests: string[] = [];
beforeAll(async () => {
  backend = createServer((request) => requests.push(`${request.method} ${request.url}`)).listen(
    0,
    "127.0.0.1",
  );
  await once(backend, "listening");
  process.env.API_URL = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
afterAll(() => {
  backend.closeAllConnections();
  backend.close();
});

const caller = { token: "t", language: "en", userAgent: "", browser: null } as const;

test("a silent service is asked within the time of a page: 8 seconds, its shell and all", async () => {
  const modules = { ...(await import("./api.server")), ...(await import("./request-context.server")) };
  const startedAt = performance.now();
  await modules.withRequestContext(async () => {
    const ask = () => modules.callApi(caller, currentUser, {});
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    // what comes after it is asked once and shortly, and then nothing more
    expect(requests).toHaveLength(2);
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(3);
  });
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});
