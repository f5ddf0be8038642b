import { environment } from "./env.server";

/** Cookies named `__Host-` need https, so the name follows from the configured origin. */
export function cookieName(name: string): string {
  return environment().publicOrigin.startsWith("https:") ? `__Host-${name}` : name;
}

/** What all cookies of the cabinet have in common; signed ones take `secrets` besides. */
export function cookieOptions() {
  const { publicOrigin, sessionSecret, previousSessionSecret } = environment();
  return {
    path: "/",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: publicOrigin.startsWith("https:"),
    // the first one signs, each of them proves
    secrets: previousSessionSecret ? [sessionSecret, previousSessionSecret] : [sessionSecret],
  };
}
