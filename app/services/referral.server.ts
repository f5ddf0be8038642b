import { createCookie } from "@remix-run/node";
import { paths } from "#app/paths";
import * as contract from "#contract/partner/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiRefusal, ApiUnavailable } from "./api-errors.server";
import { cookieName, cookieOptions } from "./cookies.server";
import { environment } from "./env.server";
import { log } from "./log.server";
import { requestContext } from "./request-context.server";

const ninetyDays = 90 * 24 * 60 * 60;
const codeMaxLength = 64;

const keptCode = () => createCookie(cookieName("partner-code"), { ...cookieOptions(), maxAge: ninetyDays });
/** Without an age: it ends with the visit. */
const sentClick = () => createCookie(cookieName("partner-click"), cookieOptions());

/** A page that the browser fetches before anybody has opened it is no click. */
const isAhead = (request: Request) =>
  request.method !== "GET" ||
  /prefetch|prerender|preview/i.test(
    ["sec-purpose", "purpose", "x-moz"].map((name) => request.headers.get(name)).join(),
  );

/**
 * The partner code that belongs into the sign-up form: the one of `?ref=`, else the one that was kept from an earlier visit.
 * A code of `?ref=` is kept in a cookie, and its click is sent once per visit (specification, section 7).
 * A click that can't be sent must not keep anybody from signing up.
 */
export async function noteReferral(request: Request, caller: Caller): Promise<string | undefined> {
  const cookies = request.headers.get("cookie");
  const code = new URL(request.url).searchParams.get("ref")?.trim();
  const kept = (await keptCode().parse(cookies)) as string | null;
  if (!code || code.length > codeMaxLength) return kept ?? undefined;
  const { setCookies } = requestContext();
  if (kept !== code) setCookies.push(await keptCode().serialize(code));
  if (isAhead(request) || (await sentClick().parse(cookies)) === code) return code;
  try {
    await callApi(caller, contract.createClick, { referral_code: code });
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof ApiUnavailable)) throw error;
    log.warn(
      { err: error, requestId: requestContext().requestId },
      "the click on a partner's link was not counted",
    );
  }
  setCookies.push(await sentClick().serialize(code));
  return code;
}

/** After the sign-up the code has done its work. */
export async function forgetReferral(): Promise<void> {
  requestContext().setCookies.push(await keptCode().serialize("", { maxAge: 0 }));
}

/** The link that a partner gives away: the sign-up page with the code. */
export const reflinkOf = (code: string): string => environment().publicOrigin + paths.signup({ ref: code });
