import { paths } from "#app/paths";
import * as contract from "#contract/partners/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { cabinetCookie } from "./cookies.server";
import { environment } from "./env.server";
import { log } from "./log.server";
import { cachePerRequest, isPrefetch, requestContext } from "./request-context.server";
import { optionalClient } from "./session.server";

const codeMaxLength = 64;

const keptCode = () => cabinetCookie("partner-code");
/** Without an age: it ends with the visit. */
const sentClick = () => cabinetCookie("partner-click");

/** The code of `?ref=`, which may stand on any page. */
function codeOf(request: Request): string | null {
  const code = new URL(request.url).searchParams.get("ref")?.trim();
  return code && code.length <= codeMaxLength ? code : null;
}

/**
 * What a page opened with `?ref=` gives the browser: the code, and that its click was sent, once a visit (specification,
 * section 7). The guard asks before any loader is run, and puts the cookies on whatever the request is answered with.
 */
export const referralCookies = (request: Request): Promise<string[]> =>
  codeOf(request) ? cachePerRequest("referral", () => noteReferral(request)) : Promise.resolve([]);

async function noteReferral(request: Request): Promise<string[]> {
  const code = codeOf(request);
  const caller = await optionalClient(request);
  // who is a client already was brought by somebody, or by nobody
  if (!code || caller.token) return [];
  const header = request.headers.get("cookie");
  const cookies = (await keptCode().parse(header)) === code ? [] : [await keptCode().serialize(code)];
  if (request.method !== "GET" || isPrefetch() || (await sentClick().parse(header)) === code) return cookies;
  await sendClick(caller, code);
  return [...cookies, await sentClick().serialize(code)];
}

/** A click that can't be sent must not keep anybody from the page. */
async function sendClick(caller: Caller, code: string): Promise<void> {
  try {
    await callApi(caller, contract.createClick, { referral_code: code });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ApiUnavailable)) throw error;
    log.warn(
      { err: error, requestId: requestContext().requestId },
      "the click on a partner's link was not counted",
    );
  }
}

/** The partner code that belongs into the sign-up form: the one of `?ref=`, else the one that was kept from an earlier page. */
export async function partnerCodeFor(request: Request): Promise<string | undefined> {
  const savedCode = (await keptCode().parse(request.headers.get("cookie"))) as string | null;
  return codeOf(request) ?? savedCode ?? undefined;
}

/** After the sign-up the code has done its work. */
export async function forgetReferral(): Promise<void> {
  requestContext().setCookies.push(await keptCode().serialize("", { maxAge: 0 }));
}

/** The link that a partner gives away: the sign-up page with the code. */
export const reflinkOf = (code: string): string => environment().publicOrigin + paths.signup({ ref: code });
