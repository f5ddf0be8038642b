import { expect, test } from "vitest";
import { guardRoutes } from "./guard.server";
import { withRequestContext } from "./request-context.server";

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

test("what comes from another site reaches no action, and reads as ever", async () => {
  const { module, isReached } = guarded();
  const post = { request: new Request("http://localhost/x", { method: "POST", body: "a=b" }), params: {} };
  const thrown = withRequestContext(() => module.action(post), { isCrossSite: true });
  await expect(thrown).rejects.toMatchObject({ init: { status: 403 } });
  expect(isReached()).toBe(false);
  await withRequestContext(() => module.loader({ request: new Request("http://localhost/x"), params: {} }), {
    isCrossSite: true,
  });
  expect(isReached()).toBe(true);
});
