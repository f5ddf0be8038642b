import * as contract from "#contract/users/index";
import type { Caller } from "./api.server";
import { callApi } from "./api.server";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { accountLanguageCookie, chosenLanguage } from "./locale.server";
import { log } from "./log.server";
import { requestContext } from "./request-context.server";

/**
 * Syncs the language after every kind of sign-in (specification, section 7). A language chosen in this browser is
 * sent to the service. If none was chosen, the account's language becomes the current one. If the account has none,
 * the current one is sent. A failure does not prevent the sign-in.
 */
export async function agreeOnLanguage(request: Request, caller: Caller): Promise<void> {
  try {
    const chosen = await chosenLanguage(request);
    const known = chosen ? undefined : (await callApi(caller, contract.currentUser, {})).language;
    if (known) requestContext().setCookies.push(await accountLanguageCookie(known));
    else await saveLanguage(caller, chosen ?? caller.language);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ApiUnavailable)) throw error;
    log.warn({ err: error, requestId: requestContext().requestId }, "no language was agreed on");
  }
}

/** Stores the language for emails, as an upper-case code. */
export const saveLanguage = (caller: Caller, language: Caller["language"]) =>
  callApi(caller, contract.changeLanguage, {
    language: language.toUpperCase() as Uppercase<typeof language>,
  });
