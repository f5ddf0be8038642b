import { pausedInterval } from "#api/areas/monitoring/connection";
import type { OpenPosition } from "#api/areas/monitoring/statistics/history";
import type { monitoringAccounts as accounts, StoredPosition } from "#api/db/schema/monitoring";
import { formatExact } from "#api/values/decimal";
import { Refusal } from "#api/values/refusal";
import type { Post } from "./parse";
import type { PostedAccount } from "./read-standing";

export const unknownKey = () => new Refusal(401, "activationKeyUnknown");

/** More accounts are watched than are paid for: the terminal is to ask again much later. */
export const paused = () =>
  new Refusal(403, "monitoringPaused", {
    details: { next_in: pausedInterval },
    headers: { "retry-after": String(pausedInterval) },
  });

/** The post as one that this account's terminal sends. */
export function requireOwn(account: Pick<PostedAccount, "number">, post: Post | null): Post {
  if (!post?.account) throw new Refusal(422, "invalidInput", { fields: { account: "fieldMissing" } });
  if (post.account !== account.number)
    throw new Refusal(409, "keyOfOtherAccount", { details: { number: account.number } });
  return post;
}

/** What a post says of the account itself. */
export function factsOf(account: PostedAccount, post: Post, now: Date) {
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
    ...(positions && { positions: positions.map(storedPosition) }),
  } satisfies Partial<typeof accounts.$inferSelect>;
}

/** What a position is called by its deals. */
export const positionOf = ({ ticket, position }: { ticket: string; position?: string }) => position ?? ticket;

function storedPosition({
  volume,
  openPrice,
  stopLoss,
  takeProfit,
  swap,
  profit,
  ...rest
}: OpenPosition): StoredPosition {
  return {
    ...rest,
    volume: formatExact(volume),
    openPrice: formatExact(openPrice),
    stopLoss: stopLoss === null ? null : formatExact(stopLoss),
    takeProfit: takeProfit === null ? null : formatExact(takeProfit),
    swap: formatExact(swap, 2),
    profit: formatExact(profit, 2),
  };
}
