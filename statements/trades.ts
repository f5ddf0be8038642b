import { lastIndexWhere } from "./binary-search";
import type { Decimal } from "./decimal";
import { divideRounded } from "./decimal";
import type { Deal, Side, Trade } from "./types";

type Cost = { cost: Decimal; fee: Decimal };
type Leg = Cost & { side: Side; volume: Decimal; price: Decimal | null; time: number };

/**
 * Returns the closed trades of one position, from its deals in any order. Each closing deal is a trade with its
 * share, by volume, of the opening costs; the last one gets the rounding remainder. An `inout` deal closes the open
 * volume and opens the rest on the other side; its own costs are shared by volume. A closing deal without an opening
 * is a trade without an opening (docs/adr/0022).
 */
export function tradesOf(deals: Deal[]): Trade[] {
  const trades: Trade[] = [];
  let leg: Leg | null = null;
  const rests = deals.filter(isRest);
  const whole = rests.length < deals.length ? deals.filter((deal) => !isRest(deal)) : deals;
  for (const deal of whole.toSorted(
    (a, b) => a.time - b.time || Number(a.entry !== "in") - Number(b.entry !== "in"),
  )) {
    const side: Side = deal.type === "buy" ? "long" : "short";
    if (deal.entry === "in") {
      leg = grow(leg, side, deal, deal.volume, deal.commission, deal.fee);
      continue;
    }
    const closed: Decimal = deal.entry === "out" || !leg ? deal.volume : smaller(deal.volume, leg.volume);
    const closing: Cost | null = leg ? shareOf(leg, closed) : null;
    const rest: Leg | null =
      leg && closing
        ? { ...leg, volume: leg.volume - closed, cost: leg.cost - closing.cost, fee: leg.fee - closing.fee }
        : null;
    // the cost of a reversing deal is split by volume between what it closes and what it opens
    const dealCost =
      deal.entry === "inout" ? shareOf({ ...costOf(deal), volume: deal.volume }, closed) : costOf(deal);
    trades.push({
      ticket: deal.ticket,
      position: deal.position,
      symbol: deal.symbol,
      side: leg?.side ?? (side === "long" ? "short" : "long"),
      volume: closed,
      openTime: leg?.time ?? null,
      closeTime: deal.time,
      openPrice: leg?.price ?? null,
      closePrice: deal.price,
      profit: deal.profit,
      swap: deal.swap,
      commission: dealCost.cost + (closing?.cost ?? 0n),
      fee: dealCost.fee + (closing?.fee ?? 0n),
      taxes: 0n,
      final: !rest || rest.volume <= 0n,
      ...(deal.magic === undefined ? {} : { magic: deal.magic }),
      ...(deal.comment === undefined ? {} : { comment: deal.comment }),
    });
    leg = rest && rest.volume > 0n ? rest : null;
    if (deal.entry === "inout" && deal.volume > closed)
      leg = grow(
        null,
        side,
        deal,
        deal.volume - closed,
        deal.commission - dealCost.cost,
        deal.fee - dealCost.fee,
      );
  }
  return rests.length < deals.length ? withRests(trades, rests) : trades;
}

/**
 * Closing deals without volume (MetaTrader 4, closed by an opposite order) are part of the trade that they were
 * closed with, not separate trades.
 */
const isRest = (deal: Deal) => deal.volume === 0n && deal.entry !== "in";

/** Adds the money of such deals to the trades before them; `trades` are in order of closing. */
function withRests(trades: Trade[], rests: Deal[]): Trade[] {
  for (const { time, profit, swap, commission, fee } of rests) {
    const index = Math.max(
      0,
      lastIndexWhere(trades.length, (one) => (trades[one]?.closeTime ?? 0) <= time),
    );
    const trade = trades[index];
    if (!trade) continue;
    trades[index] = {
      ...trade,
      profit: trade.profit + profit,
      swap: trade.swap + swap,
      commission: trade.commission + commission,
      fee: trade.fee + fee,
    };
  }
  return trades;
}

/** Adds to a position: the price becomes the volume-weighted mean, the opening time stays that of the first deal. */
function grow(leg: Leg | null, side: Side, deal: Deal, volume: Decimal, cost: Decimal, fee: Decimal): Leg {
  if (!leg) return { side, volume, price: deal.price, time: deal.time, cost, fee };
  const total = leg.volume + volume;
  const price =
    leg.price === null || deal.price === null || total === 0n
      ? null
      : divideRounded(leg.price * leg.volume + deal.price * volume, total);
  return { ...leg, volume: total, price, cost: leg.cost + cost, fee: leg.fee + fee };
}

const costOf = ({ commission, fee }: Deal): Cost => ({ cost: commission, fee });

function shareOf(leg: Cost & { volume: Decimal }, volume: Decimal): Cost {
  if (volume >= leg.volume || leg.volume === 0n) return { cost: leg.cost, fee: leg.fee };
  return {
    cost: divideRounded(leg.cost * volume, leg.volume),
    fee: divideRounded(leg.fee * volume, leg.volume),
  };
}

const smaller = (a: Decimal, b: Decimal) => (a < b ? a : b);
