import { cabinetCookie } from "./cookies.server";

/** Progress of a password reset, stored in a short-lived signed cookie between the two pages. */
export type ResetStep = { email: string; sentAt: string; resetTicket?: string };

// the cookie's path is `/`, because a narrower one is not sent with data requests
const cookie = () => cabinetCookie("reset-step");

export async function readResetStep(request: Request): Promise<ResetStep | null> {
  return (await cookie().parse(request.headers.get("cookie"))) as ResetStep | null;
}

/** Returns the headers that store a step, or delete it if null. */
export async function resetStepHeaders(step: ResetStep | null): Promise<HeadersInit> {
  return { "set-cookie": await cookie().serialize(step ?? "", step ? {} : { maxAge: 0 }) };
}
