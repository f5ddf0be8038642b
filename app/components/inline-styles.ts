import { createContext, useContext, useState } from "react";

/** The rules that a first visit's document brings with it; in the browser, those that it came with. */
export const InlineStylesContext = createContext<() => string | null | undefined>(
  () => document.querySelector("head > style[data-first]")?.textContent,
);

/** The document's own rules, or null where its style sheets are files. What the document came with stays, whatever is loaded later. */
export function useInlineStyles(): string | null {
  const rules = useContext(InlineStylesContext);
  return useState(rules)[0] ?? null;
}
