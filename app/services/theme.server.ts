import { createCookieSessionStorage } from "@remix-run/node";
import type { Theme } from "remix-themes";
import { createThemeSessionResolver, isTheme } from "remix-themes";
import { cabinetCookie } from "./cookies.server";

let resolver: ReturnType<typeof createThemeSessionResolver> | undefined;
const themeSession = (request: Request) => {
  resolver ??= createThemeSessionResolver(createCookieSessionStorage({ cookie: cabinetCookie("theme") }));
  return resolver(request);
};

/** Returns the viewer's choice, or null for the system's theme. */
export async function themeOf(request: Request): Promise<Theme | null> {
  return (await themeSession(request)).getTheme();
}

/** Returns the cookie that stores a choice; anything but a theme resets it to the system's. */
export async function themeCookie(request: Request, choice: unknown): Promise<string> {
  const session = await themeSession(request);
  if (!isTheme(choice)) return session.destroy();
  session.setTheme(choice);
  return session.commit();
}
