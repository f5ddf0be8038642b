import { Form } from "#app/components/form";
import { DayFields } from "#app/components/form/day-fields";
import { useText } from "#app/components/text";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import { presets } from "#contract/rules";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "query" | "typed"> & { account: AccountPage };

/** Which time the page is about: presets as links, own dates as a form; both are in the address. */
export function PeriodChoice({ query, typed, account }: Props) {
  const t = useText("statistics");
  const { monitoringId } = account;
  const { zone } = query;
  return (
    <div className="span-choice no-print">
      <Tabs
        small
        label={t("period")}
        items={presets.map((name) => ({
          href: paths.monitoringPage(monitoringId, { period: name === "all" ? undefined : name, zone }),
          label: t(`period_${name}`),
          current: query.period === name,
        }))}
      />
      <details className="fold" open={query.period === "own"}>
        <summary>{t("ownDates")}</summary>
        <Form reloadDocument method="get" action={paths.monitoringPage(monitoringId)} className="filters">
          <input type="hidden" name="period" value="own" />
          {zone && <input type="hidden" name="zone" value={zone} />}
          <DayFields labels={{ from: t("from"), to: t("to") }} days={typed} />
          <button type="submit" className="button">
            {t("showPeriod")}
          </button>
        </Form>
      </details>
    </div>
  );
}
