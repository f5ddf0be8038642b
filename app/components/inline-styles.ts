import { createContext, useContext, useState } from "react";

/** Returns the CSS inlined into the document on a first visit. In the browser, reads it from the document. */
export const InlineStylesContext = createContext<() => string | null | undefined>(
  () => document.querySelector("head > style[data-first]")?.textContent,
);

/**
 * Returns the document's inlined CSS, or null if its style sheets are files. The inlined CSS does not change when
 * more is loaded later.
 */
export function useInlineStyles(): string | null {
  const rules = useContext(InlineStylesContext);
  return useState(rules)[0] ?? null;
}
