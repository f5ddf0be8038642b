import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "./cookies.server";

const fifteenMinutes = 15 * 60;

const cookie = () =>
  createCookie(cookieName("confirmed-email"), { ...cookieOptions(), maxAge: fifteenMinutes });

/** The address that this browser has just confirmed: the login form has it filled in. */
export async function confirmedEmail(request: Request): Promise<string | undefined> {
  const email = await cookie().parse(request.headers.get("cookie"));
  return typeof email === "string" ? email : undefined;
}

/** The headers that keep a confirmed address for the login form. */
export async function confirmedEmailHeaders(email: string | undefined): Promise<HeadersInit> {
  return email ? { "set-cookie": await cookie().serialize(email) } : {};
}
