import { BarList } from "#app/components/chart/bar-list";
import { LineChart } from "#app/components/chart/line-chart";
import { useTranslations } from "#app/components/translations";
import type { PageData } from "./load.server";

type Props = { charts: NonNullable<PageData["charts"]>; tables: PageData["tables"] };

/** Link to the table with the chart's data. */
function TableLink({ href }: { href: string }) {
  const t = useTranslations("statistics");
  return (
    <a href={href} className="lone no-print">
      {t("showAsTable")}
    </a>
  );
}

/** Growth above the drawdown from its peak, on one time axis. */
export function GrowthChart({ charts, tables }: Props) {
  const t = useTranslations("statistics");
  const { drawing, description } = charts.growth;
  if (!drawing) return null;
  return (
    <LineChart
      isLarge
      choosesPeriod
      title={t("growthChart")}
      description={description}
      drawing={drawing}
      action={<TableLink href={tables.days} />}
      note={charts.opened && <p className="small muted">{charts.opened}</p>}
    />
  );
}

/** Balance and equity, and the result by symbol. */
export function OtherCharts({ charts, tables }: Props) {
  const t = useTranslations("statistics");
  const { balance, symbols } = charts;
  return (
    <div className="halves">
      {balance?.drawing && (
        <LineChart
          title={t("balanceChart")}
          description={balance.description}
          drawing={balance.drawing}
          action={<TableLink href={tables.days} />}
        />
      )}
      {symbols.bars.length > 0 && (
        <BarList title={symbols.title} bars={symbols.bars} action={<TableLink href={tables.symbols} />} />
      )}
    </div>
  );
}
