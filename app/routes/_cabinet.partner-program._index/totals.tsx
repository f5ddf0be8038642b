import { useLanguage, useTranslations } from "#app/components/translations";
import { Tile, Tiles } from "#app/components/ui/tile";
import { moneyText } from "#app/lib/money";
import type { PartnerInfo } from "#app/services/partner-info.server";

/** The few sums that a partner looks for first. */
export function Totals({ info }: { info: PartnerInfo }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const money = (cents: number) => moneyText(cents, language);
  const [first, second, third] = [
    info.level_1_referral_active_count,
    info.level_2_referral_active_count,
    info.level_3_referral_active_count,
  ];
  return (
    <section aria-labelledby="totals-title">
      <h2 id="totals-title">{t("totalsTitle")}</h2>
      <Tiles>
        <Tile
          label={t("partnerBalance")}
          definition={t("partnerBalanceDefinition")}
          note={t("availableNote", { amount: money(info.availableCents) })}
        >
          {money(info.balanceCents)}
        </Tile>
        <Tile
          label={t("activeReferrals")}
          definition={t("activeDefinition")}
          note={t("activeByLevel", { first, second, third })}
        >
          {first + second + third}
        </Tile>
        <Tile label={t("turnover")} definition={t("turnoverDefinition")}>
          {money(info.turnoverCents)}
        </Tile>
        <Tile label={t("reward")} definition={t("rewardDefinition")}>
          {money(info.rewardCents)}
        </Tile>
      </Tiles>
    </section>
  );
}
