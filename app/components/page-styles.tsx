import { createContext, useContext, useState } from "react";
import { useNonce } from "./nonce";

type Sheet = {
  path: string;
  /** Whether the document came with its text (`areStylesInline`). */
  areInline: boolean;
};

const sheetInPage = () => document.querySelector("style[data-sheet]")?.textContent ?? undefined;

/** The text of the sheet at a path: what was built on the server, what came with the document in the browser. */
export const SheetContext = createContext<(path: string) => string | undefined>(sheetInPage);

/** What the document came with stays, whatever is loaded later. */
function useSheet({ path, areInline }: Sheet): string | undefined {
  const textOf = useContext(SheetContext);
  const [text] = useState(() => (areInline ? textOf(path) : undefined));
  return text;
}

/**
 * The sheet of the cabinet: in the page itself where the reader comes for the first time, so that nothing else has to come
 * before it is painted; else the file, which the browser has kept.
 */
export function PageStyles(sheet: Sheet) {
  const nonce = useNonce();
  const text = useSheet(sheet);
  if (text === undefined) return <link rel="stylesheet" href={sheet.path} />;
  return (
    <style data-sheet nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}

/** Brings the file for the next page, once this one has all it needs. */
export function NextPageStyles(sheet: Sheet) {
  return useSheet(sheet) === undefined ? null : <link rel="prefetch" as="style" href={sheet.path} />;
}
