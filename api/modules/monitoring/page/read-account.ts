import type { StoredPosition } from "#api/db/schema/monitoring";
import { handle } from "#api/http/handle";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { connectionState, interval } from "#api/modules/monitoring/connection";
import { dayOf } from "#contract/day";
import * as contract from "#contract/monitoring/index";
import { parseDecimal, ratio } from "#statements/decimal";
import { offsetAt, readZoneRule } from "#statements/time-zone";
import { spanOf } from "./span";

/** Returns an account without the fields its owner hides, so that no page can show them by mistake. */
export const readAccount = handle(contract.readAccount, async ({ monitoringId }, context) => {
  const { account, isPaused, isOwner, money, positions, number } = await viewAccount(context, monitoringId);
  const now = context.clock.now();
  const span = await spanOf(context.db, account.id);
  return {
    monitoringId: account.monitoringId,
    name: account.name,
    ...(number && { number: account.number }),
    server: account.server,
    currency: account.currency,
    currencyDisplay: account.currencyDisplay,
    leverage: account.leverage,
    mode: account.mode,
    state: connectionState(account, isPaused, now),
    heardAt: account.heardAt?.toISOString() ?? null,
    interval,
    since: span && dayOf(span.first),
    until: span && dayOf(span.last),
    ...clockFields(account, now),
    visibility: account.visibility,
    isOwner,
    showMoney: account.showMoney,
    showPositions: account.showPositions,
    showNumber: account.showNumber,
    ...(positions && {
      positions: account.positions.map((position) => positionOf(position, account, money)),
    }),
    ...(isOwner && { serverId: account.serverId, isZoneChosen: account.isZoneChosen }),
  };
});

/** Returns the broker's clock as far as a terminal has reported it. */
function clockFields({ zone, gmtOffset, heardAt }: Account, now: Date) {
  const rule = zone === null ? null : readZoneRule(zone);
  if (rule) return { zone, gmtOffset: offsetAt(rule, now.getTime()) };
  return { zone: null, gmtOffset: heardAt && gmtOffset };
}

function positionOf(position: StoredPosition, { balance }: Account, money: boolean): contract.OpenPosition {
  const { ticket, symbol, side, volume, openTime, openPrice, stopLoss, takeProfit, swap, profit } = position;
  const result = (parseDecimal(profit) ?? 0n) + (parseDecimal(swap) ?? 0n);
  return {
    ticket,
    symbol,
    side,
    openPrice,
    stopLoss,
    takeProfit,
    openedAt: new Date(openTime).toISOString(),
    profitPercent: balance !== null && balance > 0n ? ratio(result, balance) : null,
    ...(money && { volume, swap, profit }),
  };
}
