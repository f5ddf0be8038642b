import { useTranslations } from "#app/components/translations";

type SymbolCellProps = { symbol: string; side: "long" | "short"; volume: string | undefined };

/** Symbol, side and volume of a trade: `EURUSD ▲ Long 0.3`. */
export function SymbolCell({ symbol, side, volume }: SymbolCellProps) {
  const t = useTranslations("statistics");
  return (
    <>
      {symbol}{" "}
      <small>
        <span aria-hidden="true">{side === "long" ? "▲" : "▼"}</span> {t(`side_${side}`)}{" "}
        <span className="volume">{volume}</span>
      </small>
    </>
  );
}

/** Returns the tone of a result by its sign. */
export const toneOf = (result: string | undefined) =>
  Number(result) ? (Number(result) > 0 ? "up" : "down") : undefined;
