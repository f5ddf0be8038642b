import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { Button } from "#app/components/ui/button";
import { Tabs } from "#app/components/ui/tabs";
import type { TypedDays } from "#app/lib/typed-days";
import type { Period } from "#contract/period";
import { presets } from "#contract/rules";
import { CalendarButton } from "./calendar-button";
import { DayFields } from "./day-fields";

type PeriodPickerProps = {
  period: Period;
  days: TypedDays;
  /** Returns the URL of the page with a preset. */
  href: (preset: string) => string;
  /** The page's path, used for custom dates. */
  path: string;
};

/** Filters a list by a preset period or custom dates; both are stored in the URL. */
export function PeriodPicker({ period, days, href, path }: PeriodPickerProps) {
  const t = useTranslations("history");
  return (
    <div className="row apart no-print">
      <Tabs
        small
        label={t("periods")}
        items={presets.map((name) => ({
          href: href(name),
          label: t(`period_${name}`),
          current: period.period === name,
        }))}
      />
      <Form method="get" action={path} className="filters" aria-label={t("period_own")}>
        <input type="hidden" name="period" value="own" />
        <DayFields labels={{ from: t("dateFrom"), to: t("dateTo") }} days={days} />
        <CalendarButton /> <Button type="submit">{t("showButton")}</Button>
      </Form>
    </div>
  );
}
