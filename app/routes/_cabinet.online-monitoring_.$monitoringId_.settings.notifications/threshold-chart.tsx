import { Sparkline } from "#app/components/chart/sparkline";
import { useTranslations } from "#app/components/translations";
import type { ThresholdCharts } from "./threshold-charts.server";

type Props = { charts: ThresholdCharts; kind: keyof ThresholdCharts; threshold: string };

/** The line that an alert watches, with its threshold dashed across. */
export function ThresholdChart({ charts, kind, threshold }: Props) {
  const t = useTranslations("notices");
  const chart = charts[kind];
  if (!chart) return null;
  const text = t(`${kind}Chart`, { threshold });
  return (
    <figure className="threshold-chart">
      <Sparkline path={chart.path} label={text} threshold={chart.height} />
      <figcaption className="hint" aria-hidden="true">
        {text}
      </figcaption>
    </figure>
  );
}
