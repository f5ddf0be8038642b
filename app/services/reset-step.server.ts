import { cabinetCookie } from "./cookies.server";

/** How far somebody has come on the way to a new password: kept in a short signed cookie between the two pages. */
export type ResetStep = { email: string; sentAt: string; resetTicket?: string };

// the cookie's path is `/`: a narrower one is not sent along with a page's data
const cookie = () => cabinetCookie("reset-step");

export async function readResetStep(request: Request): Promise<ResetStep | null> {
  return (await cookie().parse(request.headers.get("cookie"))) as ResetStep | null;
}

/** The headers that keep a step, or with null forget it. */
export async function resetStepHeaders(step: ResetStep | null): Promise<HeadersInit> {
  return { "set-cookie": await cookie().serialize(step ?? "", step ? {} : { maxAge: 0 }) };
}
