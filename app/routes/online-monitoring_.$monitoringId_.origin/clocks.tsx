import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { offsetText, readZoneRule } from "#statements/time-zone";
import type { OriginData } from "./route";

/** How the broker's clock goes, and in which clock the account's page is read. */
export function Clocks({ account, zones }: Pick<OriginData, "account" | "zones">) {
  const t = useTranslations("origin");
  const rule = account.zone === null ? null : readZoneRule(account.zone);
  const { gmtOffset } = account;
  const base = rule && offsetText(rule.base * 60);
  return (
    <section id="times">
      <h2>{t("times")}</h2>
      <p>
        {rule
          ? t(`clock_${rule.summer ?? "fixed"}`, { offset: base ?? "" })
          : gmtOffset === null
            ? t("clock_unknown")
            : t("clock_offset", { offset: offsetText(gmtOffset) })}{" "}
        {account.isOwner && (
          <a href={paths.monitoringSettings(account.monitoringId, "common")}>{t("changeClock")}</a>
        )}
      </p>
      <p>{t("timesText")}</p>
      <Form
        method="get"
        reloadDocument
        action={paths.monitoringPage(account.monitoringId)}
        className="filters"
      >
        <div className="field">
          <label htmlFor="zone">{t("zone")}</label>
          <select id="zone" name="zone" className="input">
            {gmtOffset !== null && <option value="broker">{t("broker")}</option>}
            {zones.map((zone) => {
              const [, name = "UTC"] = zone.split(" ");
              return (
                <option key={name} value={name}>
                  UTC{zone.replaceAll("_", " ")}
                </option>
              );
            })}
          </select>
        </div>
        <button type="submit" className="button">
          {t("showTimes")}
        </button>
      </Form>
    </section>
  );
}
