import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";

/** Describes the button that takes the price. */
export const priceId = "price";

type ShownQuote = { priceCents: number; missingCents: number; endsAt: string };

/** The price that the API told when it refused to take another, or found too little on the balance; null where it refused otherwise. */
export function rejectedQuote(details: Record<string, string | number> | undefined): ShownQuote | null {
  if (details?.priceCents === undefined) return null;
  const { priceCents, missingCents = 0, endsAt = "" } = details;
  return { priceCents: Number(priceCents), missingCents: Number(missingCents), endsAt: String(endsAt) };
}

type QuoteSumsProps = {
  /** Null: what was typed has no price. */
  quote: ShownQuote | null;
  /** Whether something else was typed since: a deposit of this sum is not offered for it. */
  isLate: boolean;
  /** The form's address, to come back to from a deposit. */
  returnTo: string;
};

/**
 * Price and end of a subscription as quoted, and the way to the deposit where the balance does not suffice. All of it has its place
 * from the beginning: it changes while somebody types, and a button that moves between press and release is not pressed.
 */
export function QuoteSums({ quote, isLate, returnTo }: QuoteSumsProps) {
  const t = useTranslations("subscription");
  const language = useLanguage();
  const viewer = useViewer();
  const missing = quote?.missingCents ?? 0;
  return (
    <div role="status" className="stack">
      <dl className="facts">
        <div className="total" id={priceId}>
          <dt>{t("price")}</dt>
          <dd>{quote ? moneyText(quote.priceCents, language) : "–"}</dd>
        </div>
        <div>
          <dt>{t("until")}</dt>
          <dd>{quote?.endsAt ? dateText(quote.endsAt, viewer) : "–"}</dd>
        </div>
      </dl>
      <p className="small">
        {missing > 0 ? <b>{t("missing", { amount: moneyText(missing, language) })}</b> : "\u00a0"}
        <br />
        {missing > 0 ? (
          <Link
            className={isLate ? "awaits" : undefined}
            to={paths.deposit({ amount: amountText(missing), returnTo })}
          >
            {t("topUp")}
          </Link>
        ) : (
          "\u00a0"
        )}
      </p>
    </div>
  );
}
