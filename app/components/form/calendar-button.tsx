import { lazy, Suspense, useRef, useState } from "react";
import { useHasScript } from "#app/components/page-script";
import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { dayOf } from "#contract/day";
import { languageTable } from "#contract/languages";

const loadCalendar = () => import("#app/components/ui/day-range");
const DayRange = lazy(() => loadCalendar().then((module) => ({ default: module.DayRange })));

/** Button that opens a calendar to choose the form's date fields `from` and `to`; the fields work without it. */
export function CalendarButton() {
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
