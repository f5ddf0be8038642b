import type { ReactNode } from "react";

/** Puts a space between adjacent items. CSS draws the gap, but text browsers and copied text don't see it. */
export const joinWithSpaces = (items: readonly ReactNode[]): ReactNode[] =>
  items.flatMap((item, index) => (index > 0 ? [" ", item] : [item]));
