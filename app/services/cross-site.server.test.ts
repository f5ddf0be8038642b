import { expect, test } from "vitest";
import { isCrossSite } from "./cross-site.server";

const host = "localhost:3000";

test.each([
  ["the browser says it is the same origin", { host, "sec-fetch-site": "same-origin" }],
  ["the reader typed or reloaded it", { host, "sec-fetch-site": "none" }],
  ["the origin is the configured one", { host, origin: "http://localhost:3000" }],
  [
    "the origin is this port's other loopback name",
    { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
  ],
])("%s: passes", (_, headers) => {
  expect(isCrossSite(headers)).toBe(false);
});

test.each([
  ["another site", { host, "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
  ["a sibling domain", { host, "sec-fetch-site": "same-site" }],
  ["another origin", { host, origin: "https://evil.example" }],
  ["another port", { host, origin: "http://localhost:4000" }],
  ["a host that is made to fit", { host: "evil.example", origin: "http://evil.example" }],
  ["an opaque origin", { host, origin: "null" }],
  ["nothing said", { host }],
])("%s: is refused", (_, headers) => {
  expect(isCrossSite(headers)).toBe(true);
});
