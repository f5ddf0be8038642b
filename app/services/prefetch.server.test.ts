import { beforeAll, expect, test } from "vitest";
import type * as context from "./request-context.server";
import type * as toasts from "./toast.server";

let modules: typeof context & typeof toasts;
beforeAll(async () => {
  process.env.SESSION_SECRET = "a secret for tests";
  modules = {
    ...(await import("./request-context.server")),
    ...(await import("./toast.server")),
  };
});

test.each([
  [{ "sec-purpose": "prefetch" }, true],
  [{ "sec-purpose": "prefetch;prerender" }, true],
  [{ purpose: "prefetch" }, true],
  [{ "x-moz": "prefetch" }, true],
  [{}, false],
])("a request with %j is a prefetch: %s", (headers, isPrefetch) => {
  const request = new Request("http://localhost/login", { headers: headers as Record<string, string> });
  expect(modules.contextOf({}, request).isPrefetch).toBe(isPrefetch);
});

test("a request for headers only is one too", () => {
  const request = new Request("http://localhost/login", { method: "HEAD" });
  expect(modules.contextOf({}, request).isPrefetch).toBe(true);
});

test("a prefetched page leaves the toast to the opened one, which then deletes it", async () => {
  const { withRequestContext, redirectWithToast, takeToast, requestContext } = modules;
  const left = await redirectWithToast("/vps", "Done");
  const cookie = left.headers.get("set-cookie")?.split(";")[0] ?? "";
  const open = (isPrefetch: boolean) =>
    withRequestContext(
      async () => {
        const toast = await takeToast(new Request("http://localhost/vps", { headers: { cookie } }));
        return [toast?.message, requestContext().setCookies];
      },
      { isPrefetch },
    );
  expect(await open(true)).toEqual([undefined, []]);
  expect(await open(false)).toEqual(["Done", [expect.stringMatching(/^toast=; Max-Age=0;/)]]);
});
