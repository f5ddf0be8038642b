import { cabinetCookie } from "./cookies.server";

const cookie = () => cabinetCookie("browser");

/**
 * Returns the secret that the API gave this browser when it signed in to an account. It intentionally outlives the
 * session.
 */
export async function readBrowser(request: Request): Promise<string | null> {
  const secret: unknown = await cookie().parse(request.headers.get("cookie"));
  return typeof secret === "string" && secret ? secret : null;
}

/** Returns the cookie with this secret. */
export const browserCookie = (secret: string): Promise<string> => cookie().serialize(secret);
