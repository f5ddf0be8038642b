import { createCookieSessionStorage } from "@remix-run/node";
import type { openView } from "#contract/admin/index";
import type { Output } from "#contract/endpoint";
import { cabinetCookie } from "./cookies.server";

/** The read-only session in which a staff member sees a client's pages; it hides a session of the browser's own. */
type View = Output<typeof openView>;

let storage: ReturnType<typeof createCookieSessionStorage<View>> | undefined;
const views = () => {
  storage ??= createCookieSessionStorage<View>({ cookie: cabinetCookie("view") });
  return storage;
};

const sessionOf = (request: Request) => views().getSession(request.headers.get("cookie"));

/** Returns the view of this browser; null if there is none. */
export async function viewOf(request: Request): Promise<View | null> {
  const { token, endsAt, clientId, email } = (await sessionOf(request)).data;
  return token && endsAt && clientId && email ? { token, endsAt, clientId, email } : null;
}

/** Returns the cookie of a view. */
export async function viewCookie(view: View): Promise<string> {
  const session = await views().getSession();
  for (const [name, value] of Object.entries(view)) session.set(name as keyof View, value);
  return views().commitSession(session);
}

/** Returns the cookie that ends the view in this browser. */
export const endedViewCookie = async (request: Request): Promise<string> =>
  views().destroySession(await sessionOf(request));
