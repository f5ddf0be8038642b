import type { Caller } from "#app/services/api.server";
import { callApi } from "#app/services/api.server";
import { ApiError } from "#app/services/api-errors.server";
import type { AccountPage } from "#contract/monitoring/index";
import * as contract from "#contract/monitoring/index";

/** Why a field of the form is not an account that can be compared; a key of `public.json`. */
export type Problem = "missing" | "notPublic" | "same" | "tooMany";

/**
 * Returns the two requested ids, either of which can be empty, and whether more were given. Accepts an account's URL
 * instead of its id.
 */
export function chosenBy(search: URLSearchParams) {
  const [a = "", b = "", ...more] = [...search.getAll("a"), ...search.getAll("b")].map(
    (text) => text.trim().split(/[?#]/)[0]?.split("/").filter(Boolean).at(-1) ?? "",
  );
  return { a, b, isMore: more.length > 0 };
}

/** Returns an account if its owner made it public, else null, even for its own owner. */
export async function publicAccount(caller: Caller, id: string): Promise<AccountPage | null> {
  if (id === "") return null;
  try {
    const account = await callApi(caller, contract.readAccount, { monitoringId: id });
    return account.visibility === "public" ? account : null;
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return null;
    throw error;
  }
}

type History = Pick<AccountPage, "since" | "until">;

/**
 * Returns the days that both histories cover. `apart`: there are none; `cut`: at least one history has further days.
 */
export function daysOfBoth(a: History, b: History) {
  const [from, to] = [later(a.since, b.since), later(a.until, b.until, -1)];
  if (!from || !to) return { kind: "apart" as const };
  if (from > to) return { kind: "apart" as const };
  const isCut = a.since !== b.since || a.until !== b.until;
  return { kind: isCut ? ("cut" as const) : ("whole" as const), from, to };
}

function later(a: string | null, b: string | null, sign = 1): string | null {
  if (a === null || b === null) return null;
  return (a > b ? 1 : -1) * sign > 0 ? a : b;
}

/**
 * Returns an account's figures and growth for these days. Ends equal to those of its own history are left open, so
 * that the figures match its page.
 */
export async function sideOf(caller: Caller, account: AccountPage, days: ReturnType<typeof daysOfBoth>) {
  const { monitoringId, since, until, name, mode } = account;
  const period =
    days.kind === "apart"
      ? {}
      : {
          from: days.from === since ? undefined : days.from,
          to: days.to === until ? undefined : days.to,
        };
  const [figures, { growth }] = await Promise.all([
    callApi(caller, contract.statistics, { monitoringId, ...period }),
    callApi(caller, contract.charts, { monitoringId, ...period }),
  ]);
  return { monitoringId, name, mode, figures, growth };
}

export type Side = Awaited<ReturnType<typeof sideOf>>;
