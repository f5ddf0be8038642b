import type { ReactNode } from "react";
import type { Drawn } from "#app/lib/drawn";
import { known } from "#app/lib/drawn";

type ServerDrawnProps<T> = {
  /** What the loader returned as `drawnData`. */
  from: Drawn<T>;
  children: (data: T) => ReactNode;
};

/**
 * A part of a page that nobody acts on, drawn by the server alone: where the browser was not told its data, the HTML
 * stays as it came. Links in it load a document; forms and buttons with script stay outside (docs/decisions/0022).
 */
export function ServerDrawn<T>({ from, children }: ServerDrawnProps<T>) {
  const data = known(from);
  if (data !== undefined) return <div className="stack">{children(data)}</div>;
  // React leaves the inside of such an element alone when it takes the page over
  return (
    <div key="as-it-came" className="stack" suppressHydrationWarning dangerouslySetInnerHTML={asItCame} />
  );
}

const asItCame = { __html: "" };
