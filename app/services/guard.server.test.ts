import { describe, expect, test, vi } from "vitest";
import { formTokenFor } from "./form-token.server";
import { guardRoutes } from "./guard.server";
import { loadContextWith, requestContext, withRequestContext } from "./request-context.server";
import { signIn } from "./session.server";

// no service listens here: code that makes no request does not start one
vi.hoisted(() =>
  Object.assign(process.env, { API_URL: "http://127.0.0.1:9", SESSION_SECRET: "a secret for tests" }),
);

const route = (module: object) => ({ id: "routes/x", module }) as never;
type Handler = (args: object) => Promise<unknown>;

function guarded() {
  let isReached = false;
  const reach = async () => {
    isReached = true;
    return null;
  };
  const routes = guardRoutes({ x: route({ action: reach, loader: reach }) } as never);
  const module = routes.x?.module as unknown as { action: Handler; loader: Handler };
  return { module, isReached: () => isReached };
}

test.each(["foreign", "unsaid"] as const)(
  "a post that is %s reaches no action, and reads are unaffected",
  async (provenance) => {
    const { module, isReached } = guarded();
    const context = loadContextWith({ provenance });
    const post = new Request("http://localhost/x", { method: "POST", body: "a=b" });
    await expect(module.action({ request: post, params: {}, context })).rejects.toMatchObject({
      init: { status: 403 },
    });
    expect(isReached()).toBe(false);
    await module.loader({ request: new Request("http://localhost/x"), params: {}, context });
    expect(isReached()).toBe(true);
  },
);

/** A browser that sends no origin headers opens a page; returns its cookie, and the token of its forms. */
async function opened(cookie = "") {
  return withRequestContext(async () => {
    const token = await formTokenFor(new Request("http://localhost/login", { headers: { cookie } }));
    return { token: token ?? "", cookie: requestContext().setCookies.join().split(";")[0] || cookie };
  });
}

const session = async () => {
  const signedIn = await withRequestContext(() =>
    signIn(new Request("http://localhost/login"), { token: "t", expires: "2099-01-01T00:00:00Z" }, null),
  );
  return signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
};

/** Returns what an action reads from a POST without origin headers, or 403 if the action is not reached. */
async function read(cookie: string, form: URLSearchParams | FormData): Promise<unknown> {
  const routes = guardRoutes({
    x: route({ action: async ({ request }: { request: Request }) => (await request.formData()).get("a") }),
  } as never);
  const module = routes.x?.module as { action?: Handler } | undefined;
  const action = module?.action ?? (async () => null);
  const request = new Request("http://localhost/x", { method: "POST", body: form, headers: { cookie } });
  const context = loadContextWith({ provenance: "unsaid" });
  return action({ request, params: {}, context }).catch((thrown) => thrown.init.status);
}

describe("a post without origin headers", () => {
  const fields = (formToken: string) => new URLSearchParams({ formToken, a: "b" });

  test.each([
    ["a visitor", async () => ""],
    ["a client", session],
  ])("is accepted with the token that %s got with the page", async (_, cookieOf) => {
    const page = await opened(await cookieOf());
    expect(await read(page.cookie, fields(page.token))).toBe("b");
    const form = new FormData();
    form.append("files", new File([new Uint8Array(100_000)], "a.png"));
    for (const [name, value] of fields(page.token)) form.append(name, value);
    expect(await read(page.cookie, form)).toBe("b");
  });

  test("is rejected with another browser's token, without one, and without a cookie", async () => {
    const [page, other] = [await opened(), await opened()];
    expect(await read(page.cookie, fields(other.token))).toBe(403);
    expect(await read(page.cookie, fields(""))).toBe(403);
    expect(await read(page.cookie, new URLSearchParams({ a: "b" }))).toBe(403);
    expect(await read("", fields(page.token))).toBe(403);
  });

  test("is rejected in a session with a token from before it, or from another session", async () => {
    const visitor = await opened();
    const [ownSession, otherSession] = [await session(), await session()];
    expect(await read(`${ownSession}; ${visitor.cookie}`, fields(visitor.token))).toBe(403);
    expect(await read(ownSession, fields((await opened(otherSession)).token))).toBe(403);
  });
});

test("a browser that sends origin headers gets no token and no cookie", async () => {
  const request = new Request("http://localhost/login", { headers: { "sec-fetch-site": "none" } });
  await withRequestContext(async () => {
    expect(await formTokenFor(request)).toBeUndefined();
    expect(requestContext().setCookies).toEqual([]);
  });
});
