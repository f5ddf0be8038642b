import { Link } from "@remix-run/react";
import { RichText, useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { heldOf } from "./clearing";

type HeroProps = {
  balanceCents: number;
  owedCents: number;
  availableCents: number;
  rewardCents: number;
  active: number;
  held: ReturnType<typeof heldOf>;
};

/** The partner balance, what has been earned, and the way to take it out. */
export function Hero({ balanceCents, owedCents, availableCents, rewardCents, active, held }: HeroProps) {
  const t = useTranslations("partner");
  const language = useLanguage();
  const viewer = useViewer();
  const money = (cents: number) => moneyText(cents, language);
  return (
    <header className="band sum-hero">
      <h1>{t("title")}</h1>
      <p className="hero-figure">{money(balanceCents)}</p>
      <p>
        <b>{t("available", { amount: money(availableCents) })}</b> ·{" "}
        {t("earned", { amount: money(rewardCents) })}
        {"\u00a0· "}
        {t("activeCount", { count: active })}
      </p>
      {held && (
        <p>
          {held.from
            ? t("clears", { amount: money(balanceCents - availableCents), date: dateText(held.from, viewer) })
            : t("waits", { amount: money(balanceCents - availableCents) })}
        </p>
      )}
      {owedCents > 0 && (
        <p>
          <RichText tags={{ b: (sum) => <b>{sum}</b> }}>{t("owed", { amount: money(owedCents) })}</RichText>
        </p>
      )}
      <div className="row">
        <Link className={buttonClass("call")} to={paths.partnerWithdrawals}>
          {t("withdraw")}
        </Link>
      </div>
    </header>
  );
}
