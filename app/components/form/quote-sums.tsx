import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";

/** Id of the price that describes the pay button. */
export const priceId = "price";

type ShownQuote = { priceCents: number; missingCents: number; endsAt: string };

/**
 * Returns the price that the API reported when it rejected the expected price or found the balance too low. Returns
 * null for other errors.
 */
export function rejectedQuote(details: Record<string, string | number> | undefined): ShownQuote | null {
  if (details?.priceCents === undefined) return null;
  const { priceCents, missingCents = 0, endsAt = "" } = details;
  return { priceCents: Number(priceCents), missingCents: Number(missingCents), endsAt: String(endsAt) };
}

type QuoteSumsProps = {
  /** Null if the typed values have no price. */
  quote: ShownQuote | null;
  /** Whether the values changed since the quote. If they did, no deposit of this amount is offered. */
  isLate: boolean;
  /** The form's URL, to return to after a deposit. */
  returnTo: string;
};

/**
 * The quoted price and end date of a subscription, and the link to a deposit if the balance is too low. The space for
 * all of it is reserved from the start: it changes during typing, and a click is lost if the button moves between
 * press and release.
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
