import { useLanguage, useText } from "#app/components/text";
import { Definition } from "#app/components/ui/definition";
import { paths } from "#app/paths";
import { figureGroups, figureKeys, figures as figureList } from "#contract/monitoring/figures";
import type { AccountPage } from "#contract/monitoring/index";
import { figureText } from "./figure-text";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "figures" | "days"> & { account: AccountPage };

/** Every figure in its group; its definition opens on a click on its name. */
export function Figures({ figures, days, account }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const format = { language, currency: account.currency, currencyDisplay: account.currencyDisplay };
  return (
    <section id="figures">
      <div className="row apart">
        <h2>{t("allFigures")}</h2>
        <a href={paths.monitoringFile(account.id, "statistics.json", days)} className="no-print">
          {t("figuresJson")}
        </a>
      </div>
      {figures.balance === undefined && <p className="muted">{t("moneyHidden")}</p>}
      <div className="figure-groups">
        {figureGroups.map((group) => (
          <div key={group}>
            <h3>{t(`group_${group}`)}</h3>
            <dl>
              {figureKeys
                .filter((key) => figureList[key].group === group && figures[key] !== undefined)
                .map((key) => {
                  const reason = figures.reasons[key];
                  return (
                    <div key={key}>
                      <dt>
                        <Definition term={t(`figure_${key}`)}>
                          {t(`define_${key}`)}
                          {reason && ` ${t("undefined", { reason: t(`reason_${reason}`) })}.`}
                        </Definition>
                      </dt>
                      <dd title={reason && t("undefined", { reason: t(`reason_${reason}`) })}>
                        {figureText(key, figures, format) ?? "–"}
                      </dd>
                    </div>
                  );
                })}
            </dl>
          </div>
        ))}
      </div>
      <p className="small muted">{t("gainsDiffer")}</p>
      <p className="small muted">
        <a href={paths.monitoringFormulas}>{t("formulas", { version: figures.formulas_version })}</a>{" "}
        {t("utcDays")}
      </p>
    </section>
  );
}
