import { lazy, Suspense, useRef, useState } from "react";
import { Form } from "#app/components/form";
import { useHasScript } from "#app/components/page-script";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Button, buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Tabs } from "#app/components/ui/tabs";
import type { TypedDays } from "#app/lib/typed-days";
import { dayOf } from "#contract/day";
import { languageTable } from "#contract/languages";
import type { Period } from "#contract/period";
import { presets } from "#contract/rules";
import { DayFields } from "./day-fields";

const loadCalendar = () => import("#app/components/ui/day-range");
const DayRange = lazy(() => loadCalendar().then((module) => ({ default: module.DayRange })));

/** Button that opens a calendar to choose the form's date fields `from` and `to`; the fields work without it. */
function CalendarButton() {
  const t = useTranslations("history");
  const language = useLanguage();
  const hasScript = useHasScript();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const field = (name: "from" | "to") => opener.current?.form?.elements.namedItem(name) as HTMLInputElement;
  const choose = (from: string, to: string) => {
    field("from").value = from;
    field("to").value = to;
    setOpen(false);
  };
  if (!hasScript) return null;
  return (
    <>
      <button
        type="button"
        ref={opener}
        className={`${buttonClass()} needs-script`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadCalendar().catch(() => undefined)}
        onFocus={() => void loadCalendar().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Icon name="calendar" /> {t("calendar")}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DayRange
            label={t("fromTo")}
            locale={languageTable[language].dates}
            from={field("from").value}
            to={field("to").value}
            last={dayOf(new Date())}
            opener={opener}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

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
