import { createCookieSessionStorage } from "@remix-run/node";
import type { ToastMessage } from "remix-toast";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cabinetCookie } from "./cookies.server";
import { isPrefetch, requestContext } from "./request-context.server";

let utils: ReturnType<typeof createToastUtilsWithCustomSession> | undefined;
const toasts = () => {
  utils ??= createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie: cabinetCookie("toast") }));
  return utils;
};

/** Goes to another page of the cabinet and says there what was done. */
export async function redirectWithToast(
  path: string,
  message: string,
  init?: ResponseInit,
): Promise<Response> {
  return toasts().redirectWithSuccess(path, message, init);
}

/** The cookie that says what was done on the page that comes next, for an answer that leads there by itself. */
export async function toastCookie(message: string): Promise<string> {
  const { headers } = await toasts().redirectWithSuccess("/", message);
  return headers.get("set-cookie") ?? "";
}

/** Goes to another page and says there what could not be done. */
export async function redirectWithError(path: string, message: string): Promise<Response> {
  return toasts().redirectWithError(path, message);
}

/** The message that was left for this page; reading it takes it away. */
export async function takeToast(request: Request): Promise<ToastMessage | null> {
  if (isPrefetch()) return null;
  const { toast } = await toasts().getToast(request);
  // the cookie itself goes: an empty one would be sent with everything, and keep its reader from the pages that all see alike
  if (toast) requestContext().setCookies.push(await cabinetCookie("toast").serialize("", { maxAge: 0 }));
  return toast ?? null;
}
