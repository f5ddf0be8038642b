import { useNavigate } from "@remix-run/react";
import type { ComponentProps, ComponentType, DragEvent, PointerEvent } from "react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartTooltips, Interval } from "#app/components/ui/chart-tooltips";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { dayOf } from "#contract/day";

type ReadOutsProps = {
  /** The chart's title. */
  title: string;
  intervals: readonly Interval[];
  /** The time of the plot's left and right edge, in milliseconds. */
  span: { from: number; to: number };
  /** Returns the URL of the page for a period; dragging over the intervals opens it. */
  periodHref?: ((from: string, to: string) => string) | undefined;
};

type LoadedTooltips = { Tooltips: ComponentType<ComponentProps<typeof ChartTooltips>> };

/**
 * Tooltips of a chart, one per interval: links that can be hovered, tapped or focused without script. With script,
 * after the first interaction, they become one control for the keyboard (docs/adr/0008); pointer and touch keep using
 * the links.
 */
export function IntervalTooltips({ title, intervals, span, periodHref }: ReadOutsProps) {
  const links = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<LoadedTooltips>();
  const [at, setAt] = useState(0);
  const { selection, handlers } = usePeriodSelection(intervals, span, periodHref);
  // with values per step, the first interval begins before the plot
  const before = intervals[0]?.left;
  const loadTooltips = () => {
    if (loaded || intervals.length < 2) return;
    import("#app/components/ui/chart-tooltips").then(
      (module) => setLoaded({ Tooltips: module.ChartTooltips }),
      // the links work without the module
      () => undefined,
    );
  };

  // the focus may have been set before hydration
  useEffect(() => {
    const index = [...(links.current?.children ?? [])].indexOf(document.activeElement as Element);
    if (index < 0) return;
    setAt(index);
    loadTooltips();
  }, []);

  useLayoutEffect(() => {
    if (loaded && links.current?.querySelector(":focus-visible")) input.current?.focus();
  }, [loaded]);

  return (
    <>
      <div
        className="zones"
        ref={links}
        style={before ? { left: `${before}%` } : undefined}
        onPointerEnter={loadTooltips}
        {...handlers}
      >
        {joinWithSpaces(
          intervals.map(({ left, width, label, text }, index) => (
            <a
              key={label}
              href="#then"
              tabIndex={loaded ? -1 : undefined}
              // rounded to whole percents of the plot: no edge is off by more than half a percent
              style={{ flex: Math.max(Math.round(left + width) - Math.round(left), 1) }}
              onFocus={() => {
                setAt(index);
                loadTooltips();
              }}
            >
              <span>
                {label}: {text}
              </span>
            </a>
          )),
        )}
      </div>
      {selection && <i className="selection" style={selection} />}
      {loaded && (
        <loaded.Tooltips
          label={title}
          intervals={intervals}
          at={Math.min(at, intervals.length - 1)}
          onMove={setAt}
          input={input}
        />
      )}
    </>
  );
}

/**
 * Selects a period by dragging over the intervals, with a mouse or a finger: returns the handlers of their container and
 * the position of the selection. Releasing opens the page of the period; leaving the plot cancels. Without script, and by
 * keyboard, the page's period picker does the same.
 */
function usePeriodSelection(
  intervals: readonly Interval[],
  span: ReadOutsProps["span"],
  periodHref: ReadOutsProps["periodHref"],
) {
  const navigate = useNavigate();
  const [dragged, setDragged] = useState<{ start: number; end: number }>();
  if (!periodHref) return { selection: undefined, handlers: undefined };
  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const index = [...currentTarget.children].findIndex(
      (link) => clientX < link.getBoundingClientRect().right,
    );
    return index < 0 ? intervals.length - 1 : index;
  };
  const [first, last] = dragged
    ? [intervals[Math.min(dragged.start, dragged.end)], intervals[Math.max(dragged.start, dragged.end)]]
    : [];
  const isSelecting = first !== last;
  const dayAt = (percent: number) => dayOf(span.from + ((span.to - span.from) * percent) / 100);
  const open = () => {
    setDragged(undefined);
    if (!first || !last || !isSelecting) return;
    // the last day is the one before the next interval
    const to = dayAt(last.left + last.width - 0.01);
    navigate(periodHref(dayAt(first.left), to), { preventScrollReset: true });
  };
  return {
    selection:
      first && last && isSelecting
        ? { left: `${first.left}%`, width: `${last.left + last.width - first.left}%` }
        : undefined,
    handlers: {
      // links would be dragged themselves
      onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const index = indexAt(event);
        if (event.button === 0) setDragged({ start: index, end: index });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (dragged) setDragged({ ...dragged, end: indexAt(event) });
      },
      onPointerUp: open,
      onPointerLeave: () => setDragged(undefined),
      // the browser scrolls instead
      onPointerCancel: () => setDragged(undefined),
    },
  };
}
