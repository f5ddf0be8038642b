import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { dateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";

type QuoteSumsProps = {
  quote: { priceCents: number; missingCents: number; endsAt: string } | null;
  /** What the API said is missing, where it refused the payment. */
  missingCents: string | number | undefined;
  /** The form's address, to come back to from a deposit. */
  returnTo: string;
};

/** Price and end of a subscription as quoted, and the way to the deposit where the balance does not suffice. */
export function QuoteSums({ quote, missingCents, returnTo }: QuoteSumsProps) {
  const t = useText("subscription");
  const language = useLanguage();
  const missing = quote?.missingCents ?? Number(missingCents ?? 0);
  return (
    <div role="status" className="stack">
      {quote && (
        <dl className="facts">
          <div className="total">
            <dt>{t("price")}</dt>
            <dd>{moneyText(quote.priceCents, language)}</dd>
          </div>
          <div>
            <dt>{t("until")}</dt>
            <dd>{dateText(quote.endsAt, language)}</dd>
          </div>
        </dl>
      )}
      {missing > 0 && (
        <Notice tone="warning">
          <p>
            {t("missing")}: {moneyText(missing, language)}.{" "}
            <Link to={paths.deposit({ amount: amountText(missing), returnTo })}>{t("topUp")}</Link>
          </p>
        </Notice>
      )}
    </div>
  );
}
