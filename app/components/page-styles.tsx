import { createContext, useContext, useState } from "react";

type Text = string | null | undefined;

/** The text of the sheet at a path: what was built on the server, what came with the document in the browser. */
export const SheetContext = createContext<(path: string) => Text>(
  () => document.querySelector("style")?.textContent,
);

/**
 * The text of the sheet where the document brings it (`areStylesInline`), so that nothing else has to come before it is painted;
 * elsewhere it is a file, which the browser has kept. What the document came with stays, whatever is loaded later.
 */
export function useSheet(path: string, inline: boolean | undefined): Text {
  const textOf = useContext(SheetContext);
  return useState(() => inline && textOf(path))[0] || null;
}
