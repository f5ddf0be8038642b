import type { ComponentProps, ComponentType } from "react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartTooltips, Interval } from "#app/components/ui/chart-tooltips";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";

type ReadOutsProps = {
  /** The chart's title. */
  title: string;
  intervals: readonly Interval[];
};

type LoadedTooltips = { Tooltips: ComponentType<ComponentProps<typeof ChartTooltips>> };

/**
 * Tooltips of a chart, one per interval: links that can be hovered, tapped or focused without script. With script,
 * after the first interaction, they become one control for the keyboard (docs/adr/0008); pointer and touch keep using
 * the links.
 */
export function IntervalTooltips({ title, intervals }: ReadOutsProps) {
  const links = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<LoadedTooltips>();
  const [at, setAt] = useState(0);
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
