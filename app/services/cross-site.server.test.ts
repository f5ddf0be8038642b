import { expect, test } from "vitest";
import { provenanceOf } from "./cross-site.server";

const provenance = (headers: Record<string, string>) =>
  provenanceOf(new Headers(headers), headers.origin ?? null);

const host = "localhost:3000";
const referer = "http://localhost:3000/login";

test.each([
  ["the browser says it is the same origin", { host, "sec-fetch-site": "same-origin" }],
  ["the reader typed or reloaded it", { host, "sec-fetch-site": "none" }],
  ["the origin is the configured one", { host, origin: "http://localhost:3000" }],
  [
    "the origin is this port's other loopback name",
    { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
  ],
  ["a text browser says which page its form stands on", { host, referer }],
])("%s: is same-origin", (_, headers) => {
  expect(provenance(headers)).toBe("own");
});

test.each([
  ["another site", { host, "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
  ["another site with a page of ours before it", { host, "sec-fetch-site": "cross-site", referer }],
  ["a sibling domain", { host, "sec-fetch-site": "same-site" }],
  ["another origin", { host, origin: "https://evil.example" }],
  ["another origin with a page of ours before it", { host, origin: "https://evil.example", referer }],
  ["another port", { host, origin: "http://localhost:4000" }],
  ["a host that is made to fit", { host: "evil.example", origin: "http://evil.example" }],
  ["an opaque origin", { host, origin: "null", referer }],
])("%s: is cross-origin", (_, headers) => {
  expect(provenance(headers)).toBe("foreign");
});

test.each([
  ["nothing said", { host }],
  ["a page of another site", { host, referer: "https://evil.example/localhost:3000/" }],
  ["a page of a name that begins like ours", { host, referer: "http://localhost:3000.evil.example/" }],
  ["a host that is made to fit", { host: "evil.example", referer: "http://evil.example/login" }],
  ["no address at all", { host, referer: "about:blank" }],
])("%s: only the form's token counts", (_, headers) => {
  expect(provenance(headers)).toBe("unsaid");
});
