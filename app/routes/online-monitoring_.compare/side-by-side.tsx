import { LineChart } from "#app/components/chart/line-chart";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import type { comparison } from "./compare.server";

/** Two accounts: growth in one chart, figures side by side. */
export function SideBySide({ accounts, rows, note, drawing, description }: ReturnType<typeof comparison>) {
  const t = useTranslations("public");
  const [first, second] = accounts;
  return (
    <>
      <p>
        <a className="lone" href={paths.publicAccounts()}>
          {t("backToList")}
        </a>
      </p>
      <header className="page-head">
        <h1>{t("both", { a: first?.name ?? "", b: second?.name ?? "" })}</h1>
        <a href={paths.compareAccounts()} className={buttonClass()}>
          {t("others")}
        </a>
        <p>
          {note} {t("dot")}
        </p>
      </header>
      {drawing && <LineChart title={t("chart")} description={description} drawing={drawing} isLarge />}
      <div className="scroll">
        <table className="table">
          <caption className="hidden-text">{t("figures")}</caption>
          <thead>
            <tr>
              <td />
              {accounts.map(({ monitoringId, name }, index) => (
                <th key={monitoringId} scope="col" className={index === 0 ? "num main" : "num second"}>
                  <a className="lone" href={paths.monitoringPage(monitoringId)}>
                    {name}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, texts, better }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {texts.map((text, index) => (
                  <td key={accounts[index]?.monitoringId} className={better === index ? "num better" : "num"}>
                    {text}
                    {better === index && <span className="hidden-text"> ({t("better")})</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
