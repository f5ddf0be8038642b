import "./chart-tooltips.css";
import type { CSSProperties, RefObject } from "react";
import { useRef } from "react";
import { I18nProvider } from "react-aria/I18nProvider";
import { useSlider, useSliderThumb } from "react-aria/useSlider";
import { VisuallyHidden } from "react-aria/VisuallyHidden";
import { useSliderState } from "react-stately/useSliderState";

/** An interval of a chart: its start and width in percent of the plot, its name and its tooltip text. */
export type Interval = { left: number; width: number; label: string; text: string };

type ChartTooltipsProps = {
  /** Accessible name of the chart. */
  label: string;
  intervals: readonly Interval[];
  /** Index of the selected interval. */
  at: number;
  onMove: (at: number) => void;
  input: RefObject<HTMLInputElement>;
};

/** Page Up and Page Down move by ten intervals, regardless of their total number. */
const pageSize = 10;

/**
 * Overlays a chart and makes it readable by keyboard: one tab stop, a slider over its intervals. Arrow keys move by
 * one, Page Up and Page Down by ten, Home and End to the ends; Escape leaves. It weighs 13 KB: load it when the chart
 * is first touched.
 */
export function ChartTooltips(props: ChartTooltipsProps) {
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <TooltipSlider {...props} />
    </I18nProvider>
  );
}

function TooltipSlider({ label, intervals, at, onMove, input }: ChartTooltipsProps) {
  const track = useRef<HTMLDivElement>(null);
  const textAt = (index: number) => {
    const interval = intervals[index];
    return interval ? `${interval.label}: ${interval.text}` : "";
  };
  const options = {
    "aria-label": label,
    minValue: 0,
    maxValue: intervals.length - 1,
    value: at,
    onChange: onMove,
  };
  // screen readers announce the value's text, which is that of the interval
  const format = { format: textAt } as Intl.NumberFormat;
  const state = { ...useSliderState({ ...options, numberFormatter: format }), pageSize };
  const { groupProps } = useSlider(options, state, track);
  const { inputProps, thumbProps, isFocused } = useSliderThumb(
    {
      trackRef: track,
      inputRef: input,
      onKeyDown: (event) => (event.key === "Escape" ? input.current?.blur() : event.continuePropagation()),
    },
    state,
  );
  const { left = 0, width = 0 } = intervals[at] ?? {};
  return (
    <div {...groupProps} ref={track} className="chart-tooltips">
      <div {...thumbProps} style={{ "--l": `${left}%`, "--w": `${width}%` } as CSSProperties}>
        <VisuallyHidden>
          <input ref={input} {...inputProps} />
        </VisuallyHidden>
        {isFocused && (
          <span aria-hidden="true" style={{ "--end": `${left + width}%` } as CSSProperties}>
            {textAt(at)}
          </span>
        )}
      </div>
    </div>
  );
}
