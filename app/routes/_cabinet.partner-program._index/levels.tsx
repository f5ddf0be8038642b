import { useLanguage, useTranslations } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import type { Output } from "#contract/endpoint";
import type { levels } from "#contract/partners/index";

type Row = Output<typeof levels>["levels"][number];

/** Clients, turnover and reward of each level. */
export function Levels({ rows }: { rows: Row[] }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const columns: Column<Row>[] = [
    { key: "level", label: t("level"), cell: ({ level }) => t("levelName", { level }), isRowHeader: true },
    {
      key: "percent",
      label: t("rewardPercent"),
      cell: ({ rewardForLevel }) => numberText(rewardForLevel, language),
      numeric: true,
    },
    {
      key: "clients",
      label: t("clients"),
      cell: ({ userCount }) => numberText(userCount, language),
      numeric: true,
    },
    {
      key: "turnover",
      label: t("turnover"),
      cell: ({ rewardCountCents }) => moneyText(rewardCountCents, language),
      numeric: true,
    },
    {
      key: "reward",
      label: t("reward"),
      cell: ({ rewardSumCents }) => moneyText(rewardSumCents, language),
      numeric: true,
      place: "figure",
    },
  ];
  return (
    <section className="card" aria-labelledby="levels-title">
      <h2 id="levels-title">{t("levelsTitle")}</h2>
      <Table caption={t("levelsTitle")} columns={columns} rows={rows} rowKey={({ level }) => String(level)} />
    </section>
  );
}
