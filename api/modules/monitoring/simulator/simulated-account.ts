import { daySeconds } from "#contract/day";
import type { IngestBody } from "#contract/monitoring/index";
import type { InventedPosition } from "./market";
import { floatingCents, positionsOf } from "./market";

const quarter = 91 * daySeconds;
const depositCents = 500_000;

type WireDeal = NonNullable<IngestBody["deals"]>[number];

export type SimulatedAccount = {
  number: string;
  seed: string;
  /** UTC day of the first deposit, epoch seconds. */
  since: number;
};

const money = (cents: number) => (cents / 100).toFixed(2);

const dealsOfPositions = new WeakMap<InventedPosition, [opening: WireDeal, closing: WireDeal]>();

/** Returns the two deals of a position, cached because the demo's history needs them at a thousand moments. */
function dealsOf(position: InventedPosition): [opening: WireDeal, closing: WireDeal] {
  const cached = dealsOfPositions.get(position);
  if (cached) return cached;
  const { ticket, symbol, side, lots: volume } = position;
  const base = { position: String(ticket), symbol, volume };
  const deals: [WireDeal, WireDeal] = [
    {
      ...base,
      ticket: String(ticket),
      time: position.openTime,
      type: side,
      entry: "in",
      price: position.openPrice,
      commission: money(position.commissionCents),
      profit: "0.00",
    },
    {
      ...base,
      ticket: String(ticket + 1),
      time: position.closeTime,
      type: side === "buy" ? "sell" : "buy",
      entry: "out",
      price: position.closePrice,
      swap: money(position.swapCents),
      profit: money(position.profitCents),
    },
  ];
  dealsOfPositions.set(position, deals);
  return deals;
}

/** Returns all deals up to a moment, in order: a deposit, trades, and occasionally a withdrawal. */
function eventsUntil({ seed, since }: SimulatedAccount, now: number) {
  const deals: WireDeal[] = [
    {
      ticket: String(Math.floor(since / daySeconds) * 100),
      time: since,
      type: "balance",
      profit: money(depositCents),
      comment: "Deposit",
    },
  ];
  const open: InventedPosition[] = [];
  for (let start = since + daySeconds; start <= now; start += daySeconds) {
    if ((start - since) % quarter === 0)
      deals.push({
        ticket: String(Math.floor(start / daySeconds) * 100 + 1),
        time: start,
        type: "balance",
        profit: money(-30_000),
        comment: "Withdrawal",
      });
    for (const position of positionsOf(seed, start)) {
      if (position.openTime > now) continue;
      const [opening, closing] = dealsOf(position);
      deals.push(opening);
      if (position.closeTime > now) open.push(position);
      else deals.push(closing);
    }
  }
  return {
    deals: deals
      .filter(({ time }) => time <= now)
      .sort((a, b) => a.time - b.time || Number(a.ticket) - Number(b.ticket)),
    open,
  };
}

/** Returns the body that the terminal would post at a moment, including all of its deals. */
export function bodyAt(account: SimulatedAccount, now: number): IngestBody & { deals: WireDeal[] } {
  const { deals, open } = eventsUntil(account, now);
  const cents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100);
  const balance = deals.reduce(
    (sum, deal) => sum + cents(deal.profit) + cents(deal.commission) + cents(deal.swap),
    0,
  );
  const floating = open.map((position) => floatingCents(account.seed, position, now));
  const equity = balance + floating.reduce((sum, value) => sum + value, 0);
  const margin = open.reduce((sum, { lots }) => sum + Math.round(Number(lots) * 100_000), 0);
  return {
    v: 1,
    account: account.number,
    server: "Northwind-Demo",
    currency: "USD",
    leverage: 100,
    mode: "demo",
    time: now,
    gmt_offset: 0,
    balance: money(balance),
    equity: money(equity),
    margin: money(margin),
    free_margin: money(equity - margin),
    credit: "0.00",
    positions: open.map(({ ticket, symbol, side, lots, openTime, openPrice }, index) => ({
      ticket: String(ticket),
      symbol,
      type: side,
      volume: lots,
      open_time: openTime,
      open_price: openPrice,
      sl: "0",
      tp: "0",
      swap: "0.00",
      profit: money(floating[index] ?? 0),
    })),
    deals,
  };
}
