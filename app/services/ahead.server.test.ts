import { beforeAll, expect, test } from "vitest";
import type * as ahead from "./ahead.server";
import type * as context from "./request-context.server";
import type * as toasts from "./toast.server";

let modules: typeof ahead & typeof context & typeof toasts;
beforeAll(async () => {
  process.env.SESSION_SECRET = "a secret for tests";
  modules = {
    ...(await import("./ahead.server")),
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
])("what %j asks for is fetched ahead: %s", (headers, isAhead) => {
  const asked = { headers, url: "/login", socket: { remoteAddress: "127.0.0.1" } };
  expect(modules.contextOf(asked as never).isAhead).toBe(isAhead);
});

test("a page that is fetched ahead leaves its message to the one that is opened, after which nothing of it is left", async () => {
  const { withRequestContext, redirectWithToast, takeToast, requestContext } = modules;
  const left = await redirectWithToast("/vps", "Done");
  const cookie = left.headers.get("set-cookie")?.split(";")[0] ?? "";
  const open = (isAhead: boolean) =>
    withRequestContext(
      async () => {
        const toast = await takeToast(new Request("http://localhost/vps", { headers: { cookie } }));
        return [toast?.message, requestContext().setCookies];
      },
      { isAhead },
    );
  expect(await open(true)).toEqual([undefined, []]);
  expect(await open(false)).toEqual(["Done", [expect.stringMatching(/^toast=; Max-Age=0;/)]]);
});

test("pages without script may be fetched ahead, never for who saves data", () => {
  const rulesOf = (init: HeadersInit, hasScript: boolean) => {
    const headers = new Headers();
    modules.fetchAhead(new Request("http://localhost/faq", { headers: init }), headers, { hasScript });
    return headers.get("speculation-rules");
  };
  expect(rulesOf({}, false)).toBe('"/speculation-rules.json"');
  expect(rulesOf({ "save-data": "on" }, false)).toBeNull();
  expect(rulesOf({}, true)).toBeNull();
});
