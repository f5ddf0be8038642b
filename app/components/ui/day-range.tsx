import "./day-range.css";
import { parseDate } from "@internationalized/date";
import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  RangeCalendar,
} from "react-aria-components/RangeCalendar";
import { exposeNonce } from "./expose-nonce";

exposeNonce();

type DayRangeProps = {
  label: string;
  /** Locale for dates and the first day of the week (BCP 47). */
  locale: string;
  /** The chosen dates as `2026-03-05`, or empty. */
  from: string;
  to: string;
  /** The last selectable date. */
  last: string;
  /** The button at which the calendar opens, and which gets the focus back. */
  opener: RefObject<HTMLButtonElement>;
  onChoose: (from: string, to: string) => void;
  onClose: () => void;
};

const dayOf = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDate(text) : null);

/** A calendar for choosing a date range by pointer or keyboard. It weighs 45 KB: load it on demand. */
export function DayRange({ label, locale, from, to, last, opener, onChoose, onClose }: DayRangeProps) {
  const [start, end] = [dayOf(from), dayOf(to)];
  return (
    <I18nProvider locale={locale}>
      <Popover
        className="day-range"
        triggerRef={opener}
        isOpen
        onOpenChange={(isOpen) => isOpen || onClose()}
        placement="bottom end"
      >
        <Dialog aria-label={label}>
          <RangeCalendar
            aria-label={label}
            autoFocus
            defaultValue={start && end && start.compare(end) <= 0 ? { start, end } : null}
            defaultFocusedValue={end ?? start ?? parseDate(last)}
            maxValue={parseDate(last)}
            onChange={(range) => onChoose(range.start.toString(), range.end.toString())}
          >
            <header>
              <Button slot="previous" />
              <CalendarHeading />
              <Button slot="next" />
            </header>
            <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </I18nProvider>
  );
}
