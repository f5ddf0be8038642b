import type { Output } from "#contract/endpoint";
import type { charts } from "#contract/monitoring/index";
import type { Translate } from "#locales/translate";

/** So many symbols have a bar of their own; the table has all of them. */
const symbolsDrawn = 10;

/** What is drawn by symbol: those traded most, the best first, and all others summed up as the last one. */
export function symbolsOf(
  { symbols }: Pick<Output<typeof charts>, "symbols">,
  hasMoney: boolean,
  t: Translate<"statistics">,
): { label: string; value: number }[] {
  const values = symbols.map(({ symbol, net = "0", share }) => ({
    label: symbol,
    value: hasMoney ? Number(net) : share,
  }));
  const drawn = values.slice(0, symbolsDrawn).sort((a, b) => b.value - a.value);
  const others = values.slice(symbolsDrawn);
  if (others.length === 0) return drawn;
  const value = others.reduce((sum, other) => sum + other.value, 0);
  return [...drawn, { label: t("otherSymbols", { count: others.length }), value }];
}
