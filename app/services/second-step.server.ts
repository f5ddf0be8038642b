import { redirect } from "@remix-run/node";
import { paths } from "#app/paths";
import { ApiError } from "./api-errors.server";
import { cabinetCookie } from "./cookies.server";

/** A login that waits for its second step, stored in a short-lived signed cookie between the two pages. */
type WaitingLogin = { ticket: string; redirectTo: string | null };

// the cookie's path is `/`, because a narrower one is not sent with data requests
const cookie = () => cabinetCookie("second-step");

export async function readWaitingLogin(request: Request): Promise<WaitingLogin | null> {
  return ((await cookie().parse(request.headers.get("cookie"))) as WaitingLogin | "" | null) || null;
}

/** Returns the cookie that deletes it. */
export const forgetWaitingLogin = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** Returns a redirect to the second-step page if a login was rejected because it needs one, else null. */
export async function toSecondStep(error: unknown, redirectTo: string | null): Promise<Response | null> {
  if (!(error instanceof ApiError) || error.code !== "secondStepNeeded") return null;
  const login: WaitingLogin = { ticket: String(error.details.ticket), redirectTo };
  return redirect(paths.secondStep, { headers: { "set-cookie": await cookie().serialize(login) } });
}
