import type { OpenPosition } from "#api/modules/monitoring/statistics/history";
import type { Decimal } from "#statements/decimal";
import type { FieldFault, Values } from "./fields";
import { Fields } from "./fields";

/**
 * An open position of a post; the profit is null if it could not be read, because the position is open all the same.
 */
export type PostedPosition = Omit<OpenPosition, "profit"> & { profit: Decimal | null };

const symbolMax = 64;

/** Reads the open positions of a post. */
export function readPositions(
  list: Values[],
  rejected: Record<string, FieldFault>,
  clock: (shown: number) => number,
  latest: number,
): PostedPosition[] {
  return list.flatMap((item, index): PostedPosition[] => {
    const fields = new Fields(item, `positions.${index}.`, rejected, clock);
    const ticket = fields.name("ticket", 32);
    const symbol = fields.name("symbol", symbolMax);
    const type = fields.word("type", ["buy", "sell"]);
    const [volume, openPrice, profit] = [
      fields.decimal("volume"),
      fields.decimal("open_price"),
      fields.decimal("profit"),
    ];
    const opened = fields.time("open_time", latest);
    const position = fields.text("position", 32);
    const magic = fields.text("magic", 24);
    const swap = fields.decimal("swap", 0n);
    if (ticket === null || symbol === null || type === null || volume === null) return [];
    if (openPrice === null || opened === null) return [];
    // terminals send 0 if no level is set
    const level = (name: string) => fields.decimal(name, 0n) || null;
    const levels = { stopLoss: level("sl"), takeProfit: level("tp") };
    return [
      {
        ticket,
        symbol,
        side: type === "buy" ? "long" : "short",
        volume,
        openTime: opened.time,
        openPrice,
        ...levels,
        ...(position && { position }),
        ...(magic && { magic }),
        swap: swap ?? 0n,
        profit,
      },
    ];
  });
}
