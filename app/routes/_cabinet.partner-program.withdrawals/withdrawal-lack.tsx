import { Link } from "@remix-run/react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { lackOf } from "./lack";

/** Above the form, where a withdrawal would be refused: why, and what it takes. */
export function WithdrawalLack(sums: Parameters<typeof lackOf>[0]) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const lack = lackOf(sums);
  if (!lack) return null;
  const values = {
    min: moneyText(sums.minCents, language),
    amount: moneyText(sums.availableCents, language),
  };
  return (
    <Notice title={t(lack === "nothing" ? "lackNothing" : "lackMore")}>
      <p>{lack === "nothing" ? t("lackNothingText", values) : t("lackMoreText", values)}</p>
      {lack === "nothing" && (
        <p>
          <Link className="lone" to={paths.partnerProgram}>
            {t("lackLink")}
          </Link>
        </p>
      )}
    </Notice>
  );
}
