import { Form } from "#app/components/form";
import { DayFields } from "#app/components/form/day-fields";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import { presets } from "#contract/rules";
import type { PageData } from "./load.server";

type Props = Pick<PageData, "query" | "typed"> & { account: AccountPage };

/**
 * The page's period, stored in the URL: presets, and custom dates, whose form is loaded on demand (docs/adr/0003).
 */
export function PeriodChoice({ query, typed, account }: Props) {
  const t = useTranslations("statistics");
  const { monitoringId } = account;
  const { zone } = query;
  const tab = (period: string, label: string) => ({
    href: paths.monitoringPage(monitoringId, { period: period === "all" ? undefined : period, zone }),
    label,
    current: query.period === period,
  });
  return (
    <div className="span-choice no-print">
      <Tabs
        small
        label={t("period")}
        items={[...presets.map((name) => tab(name, t(`period_${name}`))), tab("own", t("ownDates"))]}
      />
      {query.period === "own" && (
        <Form
          reloadDocument
          method="get"
          action={paths.monitoringPage(monitoringId)}
          className="filters"
          aria-label={t("ownDates")}
        >
          <input type="hidden" name="period" value="own" />
          {zone && <input type="hidden" name="zone" value={zone} />}
          <DayFields labels={{ from: t("from"), to: t("to") }} days={typed} />
          <button type="submit" className="button">
            {t("showPeriod")}
          </button>
        </Form>
      )}
    </div>
  );
}
