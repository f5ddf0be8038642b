import type { monitoringAccounts as accounts, StoredPosition } from "#api/db/schema/monitoring";
import { ApiError } from "#api/lib/api-error";
import { pausedInterval } from "#api/modules/monitoring/connection";
import { formatExact } from "#statements/decimal";
import type { Post } from "./parse";
import type { PostedPosition } from "./parse-positions";
import type { PostedAccount } from "./read-account-state";

export const unknownKey = () => new ApiError(401, "activationKeyUnknown");

/** Returns a 403 if more accounts are monitored than paid for; the terminal retries much later. */
export const paused = () =>
  new ApiError(403, "monitoringPaused", {
    details: { next_in: pausedInterval },
    headers: { "retry-after": String(pausedInterval) },
  });

/**
 * Returns the post if this account's terminal sent it. Throws 422 if it names no account and 409 if the key belongs
 * to another account.
 */
export function requireOwn(account: Pick<PostedAccount, "number">, post: Post | null): Post {
  if (!post?.account) throw new ApiError(422, "invalidInput", { fields: { account: "fieldMissing" } });
  if (post.account !== account.number)
    throw new ApiError(409, "keyOfOtherAccount", { details: { number: account.number } });
  return post;
}

/** Returns the account's columns set by a post. */
export function accountUpdate(account: PostedAccount, post: Post, now: Date) {
  const { state, positions, clock } = post;
  return {
    heardAt: now,
    firstHeardAt: account.firstHeardAt ?? now,
    server: post.server ?? account.server,
    currency: post.currency ?? account.currency,
    leverage: post.leverage ?? account.leverage,
    mode: post.mode ?? account.mode,
    build: post.build ?? account.build,
    ping: post.ping ?? account.ping,
    gmtOffset: clock.gmtOffset,
    offsets: clock.offsets,
    ...(state && {
      balance: state.balance,
      equity: state.equity,
      margin: state.margin,
      freeMargin: state.freeMargin,
    }),
    ...(positions && { positions: storedPositions(positions, account.positions) }),
  } satisfies Partial<typeof accounts.$inferSelect>;
}

/** Returns the position's name in its deals. */
export const positionOf = ({ ticket, position }: { ticket: string; position?: string }) => position ?? ticket;

/** Returns positions in their stored form; a position whose profit could not be read keeps the known profit. */
function storedPositions(positions: PostedPosition[], before: StoredPosition[]): StoredPosition[] {
  const profitByTicket = new Map(before.map(({ ticket, profit }) => [ticket, profit]));
  return positions.map(({ volume, openPrice, stopLoss, takeProfit, swap, profit, ...rest }) => ({
    ...rest,
    volume: formatExact(volume),
    openPrice: formatExact(openPrice),
    stopLoss: stopLoss === null ? null : formatExact(stopLoss),
    takeProfit: takeProfit === null ? null : formatExact(takeProfit),
    swap: formatExact(swap, 2),
    profit: profit === null ? (profitByTicket.get(rest.ticket) ?? "0.00") : formatExact(profit, 2),
  }));
}
