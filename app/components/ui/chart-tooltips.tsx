import "./chart-tooltips.css";
import type { CSSProperties, RefObject } from "react";
import { useRef } from "react";
import { I18nProvider } from "react-aria/I18nProvider";
import { useSlider, useSliderThumb } from "react-aria/useSlider";
import { VisuallyHidden } from "react-aria/VisuallyHidden";
import { useSliderState } from "react-stately/useSliderState";

/** A stretch of a chart's time: where it begins and how wide it is in percent of the plot, its name and what is read out of it. */
export type Interval = { left: number; width: number; label: string; text: string };

type ChartReaderProps = {
  /** What the chart is called. */
  label: string;
  stretches: readonly Interval[];
  /** The stretch that is read out, by its place. */
  at: number;
  onMove: (at: number) => void;
  input: RefObject<HTMLInputElement>;
};

/** A page of keys is ten stretches, however many there are. */
const pageSize = 10;

/**
 * Lies over a chart and reads it out by keys: one stop of Tab, a slider whose values are stretches of time. Arrows go to the next,
 * Page Up and Page Down ten on, Home and End to the ends; Escape leaves. It weighs 13 KB: load it when the chart is first touched.
 */
export function ChartTooltips(props: ChartReaderProps) {
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <Reader {...props} />
    </I18nProvider>
  );
}

function Reader({ label, stretches, at, onMove, input }: ChartReaderProps) {
  const track = useRef<HTMLDivElement>(null);
  const textAt = (place: number) => {
    const interval = stretches[place];
    return interval ? `${interval.label}: ${interval.text}` : "";
  };
  const options = {
    "aria-label": label,
    minValue: 0,
    maxValue: stretches.length - 1,
    value: at,
    onChange: onMove,
  };
  // what a screen reader says is the value's text: that of its stretch
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
  const { left = 0, width = 0 } = stretches[at] ?? {};
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
