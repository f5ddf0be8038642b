import type { ReactNode } from "react";

/** What stands side by side, with a space between: styles draw the gap, a text browser and a copy know none of them. */
export const joinWithSpaces = (items: readonly ReactNode[]): ReactNode[] =>
  items.flatMap((item, index) => (index > 0 ? [" ", item] : [item]));
