import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentUser } from "#contract/users/index";

/** A backend that accepts requests and never responds. */
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

test("an unresponsive service is given up within a page's limit of 8 seconds, layout included", async () => {
  const modules = { ...(await import("./api.server")), ...(await import("./request-context.server")) };
  const startedAt = performance.now();
  await modules.withRequestContext(async () => {
    const readUser = () => modules.callApi(caller, currentUser, {});
    await expect(readUser()).rejects.toMatchObject({ status: 503 });
    // the next call makes one short attempt, the one after it none
    expect(requests).toHaveLength(2);
    await expect(readUser()).rejects.toMatchObject({ status: 503 });
    await expect(readUser()).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(3);
  });
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});
