import { lazy, Suspense, useRef, useState } from "react";
import { Form } from "#app/components/form";
import { useHasScript } from "#app/components/page-script";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Button, buttonClass } from "#app/components/ui/button";
import { Disclosure } from "#app/components/ui/disclosure";
import { Icon } from "#app/components/ui/icon";
import { Tabs } from "#app/components/ui/tabs";
import type { TypedDays } from "#app/lib/typed-days";
import { isAnyWrong } from "#app/lib/typed-days";
import { dayOf } from "#contract/day";
import { languageTable } from "#contract/languages";
import type { PeriodName } from "#contract/period";
import { presets } from "#contract/rules";
import { DayFields } from "./day-fields";

const loadCalendar = () => import("#app/components/ui/day-range");
const DayRange = lazy(() => loadCalendar().then((module) => ({ default: module.DayRange })));

/** Button that opens a calendar to choose the form's date fields `from` and `to`; the fields work without it. */
function CalendarButton() {
  const t = useTranslations("period");
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
  period: PeriodName;
  days: TypedDays;
  /** What is folded: on a list everything, on a page of figures only the custom dates. */
  fold: "all" | "customDates";
  /** Returns the URL of the page with a preset. */
  href: (preset: (typeof presets)[number]) => string;
  /** The page's path, used for custom dates. */
  path: string;
  /** Other values of the page's query that custom dates keep. */
  query?: Record<string, string | undefined>;
};

/** Chooses a preset period or custom dates; both are stored in the URL. */
export function PeriodPicker({ period, days, fold, href, path, query = {} }: PeriodPickerProps) {
  const t = useTranslations("period");
  const presetTabs = (
    <Tabs
      small
      label={t("period")}
      items={presets.map((name) => ({
        href: href(name),
        label: t(`period_${name}`),
        current: period === name,
      }))}
    />
  );
  const customDates = (
    <Form reloadDocument method="get" action={path} className="filters" aria-label={t("period_own")}>
      <input type="hidden" name="period" value="own" />
      {Object.entries(query).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <DayFields labels={{ from: t("from"), to: t("to") }} days={days} />
      <CalendarButton /> <Button type="submit">{t("apply")}</Button>
    </Form>
  );
  return fold === "all" ? (
    <Disclosure summary={t(`period_${period}`)} open={isAnyWrong(days)}>
      <div className="row apart no-print">
        {presetTabs}
        {customDates}
      </div>
    </Disclosure>
  ) : (
    <div className="period-picker no-print">
      {presetTabs}
      <details className="fold" open={period === "own"}>
        <summary>{t("period_own")}</summary>
        {customDates}
      </details>
    </div>
  );
}
