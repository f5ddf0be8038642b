import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
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
};

type MissingSumProps = QuoteSumsProps & {
  /** Whether the values changed since the quote. If they did, no deposit of this amount is offered. */
  isLate: boolean;
  /** The form's URL, to return to after a deposit. */
  returnTo: string;
};

/** The end date and, below it as the total, the quoted price of a subscription. */
export function QuoteSums({ quote }: QuoteSumsProps) {
  const t = useTranslations("subscription");
  const language = useLanguage();
  const viewer = useViewer();
  return (
    <div role="status">
      <DescriptionList atEnd items={[[t("until"), quote?.endsAt ? dateText(quote.endsAt, viewer) : "–"]]} />
      <p className="row apart total" id={priceId}>
        <span>{t("price")}</span>{" "}
        <span className="num">{quote ? moneyText(quote.priceCents, language) : "–"}</span>
      </p>
    </div>
  );
}

/**
 * What the balance lacks, and the link to a deposit. It stands below the buttons, because it comes and goes during
 * typing, and a click is lost if the button moves between press and release.
 */
export function MissingSum({ quote, isLate, returnTo }: MissingSumProps) {
  const t = useTranslations("subscription");
  const language = useLanguage();
  const missing = quote?.missingCents ?? 0;
  return (
    <div role="status" className="small">
      {missing > 0 && (
        <p>
          <b>{t("missing", { amount: moneyText(missing, language) })}</b>{" "}
          <Link
            className={isLate ? "lone awaits" : "lone"}
            to={paths.deposit({ amount: amountText(missing), returnTo })}
          >
            {t("topUp")}
          </Link>
        </p>
      )}
    </div>
  );
}
