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

/** Redirects to another page of the cabinet and confirms there what was done. */
export async function redirectWithToast(
  path: string,
  message: string,
  init?: ResponseInit,
): Promise<Response> {
  return toasts().redirectWithSuccess(path, message, init);
}

/** Returns the cookie that shows a toast on the next page, for a response that redirects on its own. */
export async function toastCookie(message: string): Promise<string> {
  const { headers } = await toasts().redirectWithSuccess("/", message);
  return headers.get("set-cookie") ?? "";
}

/** Redirects to another page and shows an error there. */
export async function redirectWithError(path: string, message: string): Promise<Response> {
  return toasts().redirectWithError(path, message);
}

/** Returns the toast for this page and deletes it. */
export async function takeToast(request: Request): Promise<ToastMessage | null> {
  if (isPrefetch()) return null;
  const { toast } = await toasts().getToast(request);
  // deletes the cookie itself: an empty one would be sent with every request, and exclude its browser from the pages
  // cached for all visitors
  if (toast) requestContext().setCookies.push(await cabinetCookie("toast").serialize("", { maxAge: 0 }));
  return toast ?? null;
}
