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
  /** The address of the page with a preset. */
  href: (preset: string) => string;
  /** The page's own path, for own dates. */
  path: string;
};

/** Which time a list is about: a preset or own dates; both end up in the address. */
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
