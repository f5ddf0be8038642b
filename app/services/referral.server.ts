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

const codeCookie = () => cabinetCookie("partner-code");
/** Without a maximum age, so it ends with the browser session. */
const sentClick = () => cabinetCookie("partner-click");

/** Returns the code in `?ref=`, which any page can have. */
function codeOf(request: Request): string | null {
  const code = new URL(request.url).searchParams.get("ref")?.trim();
  return code && code.length <= codeMaxLength ? code : null;
}

/**
 * Returns the cookies for a page opened with `?ref=`: the code, and a marker that its click was sent, once per visit
 * (specification, section 7). The guard calls this before any loader runs, and adds the cookies to any response.
 */
export const referralCookies = (request: Request): Promise<string[]> =>
  codeOf(request) ? cachePerRequest("referral", () => noteReferral(request)) : Promise.resolve([]);

async function noteReferral(request: Request): Promise<string[]> {
  const code = codeOf(request);
  const caller = await optionalClient(request);
  // an existing client is not attributed to a partner
  if (!code || caller.token) return [];
  const header = request.headers.get("cookie");
  const cookies = (await codeCookie().parse(header)) === code ? [] : [await codeCookie().serialize(code)];
  if (request.method !== "GET" || isPrefetch() || (await sentClick().parse(header)) === code) return cookies;
  await sendClick(caller, code);
  return [...cookies, await sentClick().serialize(code)];
}

/** Sends the click; a failure must not block the page. */
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

/** Returns the partner code for the sign-up form: that of `?ref=`, or the one stored on an earlier page. */
export async function partnerCodeFor(request: Request): Promise<string | undefined> {
  const savedCode = (await codeCookie().parse(request.headers.get("cookie"))) as string | null;
  return codeOf(request) ?? savedCode ?? undefined;
}

/** Deletes the code after sign-up. */
export async function forgetReferral(): Promise<void> {
  requestContext().setCookies.push(await codeCookie().serialize("", { maxAge: 0 }));
}

/** Returns a partner's referral link: the sign-up page with the code. */
export const reflinkOf = (code: string): string => environment().publicOrigin + paths.signup({ ref: code });
