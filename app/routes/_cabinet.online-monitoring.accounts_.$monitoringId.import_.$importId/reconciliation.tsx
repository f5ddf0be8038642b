import { useLanguage, useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { Table } from "#app/components/ui/table";
import type { ReconciledLine } from "#contract/monitoring/import";
import { tradingMoney } from "#contract/monitoring/trading-money";

/** Figures shown even if the file does not state them. */
const always = ["trades", "netProfit", "balance"];
/** Figures shown if they are not zero. */
const alsoComputed = ["opening", "bookedApart"];
const isZero = (text: string | null) => text === null || /^-?[0.]+$/.test(text);

/** Returns whether a figure is shown: the file states it, it is always shown, or it is computed and not zero. */
const isShown = ({ figure, says, computed }: ReconciledLine) =>
  says !== null || always.includes(figure) || (alsoComputed.includes(figure) && !isZero(computed));

/** The file's value, the computed value and the difference, to the cent. */
export function Reconciliation({
  lines,
  currency,
}: {
  lines: readonly ReconciledLine[];
  currency: string | null;
}) {
  const t = useTranslations("import");
  const language = useLanguage();
  const valueText = ({ figure }: ReconciledLine, value: string | null) => {
    if (value === null) return "–";
    return figure === "trades" ? value : tradingMoney(value, { language, currency, display: "symbol" });
  };
  const stated = lines.filter(({ says }) => says !== null);
  const differs = stated.some(({ difference }) => !isZero(difference));
  return (
    <section>
      <h3>{t("reconciliation")}</h3>
      <p>{t("reconciliationText")}</p>
      <Table
        caption={t("reconciliation")}
        rows={lines.filter(isShown)}
        rowKey={({ figure }) => figure}
        columns={[
          {
            key: "figure",
            label: t("figure"),
            isRowHeader: true,
            cell: ({ figure }) => t(`figure_${figure}`),
          },
          { key: "says", label: t("says"), numeric: true, cell: (line) => valueText(line, line.says) },
          {
            key: "computed",
            label: t("computed"),
            numeric: true,
            cell: (line) => valueText(line, line.computed),
          },
          {
            key: "difference",
            label: t("difference"),
            numeric: true,
            cell: (line) => {
              const text = valueText(line, line.difference);
              return isZero(line.difference) ? text : <strong className="down">{text}</strong>;
            },
          },
        ]}
      />
      {stated.length === 0 && <Notice>{t("statesNothing")}</Notice>}
      {stated.length > 0 && (
        <Notice tone={differs ? "warning" : "positive"}>
          {t(differs ? "somethingDiffers" : "allMatches")}
        </Notice>
      )}
    </section>
  );
}
