import type { ComponentProps, ComponentType } from "react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartTooltips, Interval } from "#app/components/ui/chart-tooltips";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";

type ReadOutsProps = {
  /** The chart's title. */
  title: string;
  stretches: readonly Interval[];
};

type Brought = { Reader: ComponentType<ComponentProps<typeof ChartTooltips>> };

/**
 * Tooltips of a chart, one per interval: links that can be hovered, tapped or focused without script. With script,
 * after the first interaction, they become one control for the keyboard (docs/adr/0008); pointer and touch keep using
 * the links.
 */
export function ReadOuts({ title, stretches }: ReadOutsProps) {
  const links = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [brought, setBrought] = useState<Brought>();
  const [at, setAt] = useState(0);
  // with values per step, the first interval begins before the plot
  const before = stretches[0]?.left;
  const bring = () => {
    if (brought || stretches.length < 2) return;
    import("#app/components/ui/chart-tooltips").then(
      (module) => setBrought({ Reader: module.ChartTooltips }),
      // the links work without the module
      () => undefined,
    );
  };

  // the focus may have been set before hydration
  useEffect(() => {
    const place = [...(links.current?.children ?? [])].indexOf(document.activeElement as Element);
    if (place < 0) return;
    setAt(place);
    bring();
  }, []);

  useLayoutEffect(() => {
    if (brought && links.current?.querySelector(":focus-visible")) input.current?.focus();
  }, [brought]);

  return (
    <>
      <div
        className="zones"
        ref={links}
        style={before ? { left: `${before}%` } : undefined}
        onPointerEnter={bring}
      >
        {joinWithSpaces(
          stretches.map(({ left, width, label, text }, place) => (
            <a
              key={label}
              href="#then"
              tabIndex={brought ? -1 : undefined}
              // rounded to whole percents of the plot: no edge is off by more than half a percent
              style={{ flex: Math.max(Math.round(left + width) - Math.round(left), 1) }}
              onFocus={() => {
                setAt(place);
                bring();
              }}
            >
              <span>
                {label}: {text}
              </span>
            </a>
          )),
        )}
      </div>
      {brought && (
        <brought.Reader
          label={title}
          stretches={stretches}
          at={Math.min(at, stretches.length - 1)}
          onMove={setAt}
          input={input}
        />
      )}
    </>
  );
}
