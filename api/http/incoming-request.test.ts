import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Arrival } from "./incoming-request";
import { incomingRequestOf } from "./incoming-request";

test("the address that the server knows takes precedence over the one that the sender claims", async () => {
  const app = new Hono<{ Bindings: Arrival | undefined }>().get("/", (hono) =>
    hono.text(incomingRequestOf(hono).headers.get("x-client-address") ?? "-"),
  );
  const requestWith = (headers: Record<string, string>, clientAddress?: string) =>
    Promise.resolve(app.request("/", { headers }, { clientAddress })).then((answer) => answer.text());
  expect(await requestWith({ "x-client-address": "10.0.0.1" }, "203.0.113.7")).toBe("203.0.113.7");
  expect(await requestWith({}, "203.0.113.7")).toBe("203.0.113.7");
  expect(await requestWith({ "x-client-address": "10.0.0.1" })).toBe("10.0.0.1");
  expect(await requestWith({})).toBe("-");
});
