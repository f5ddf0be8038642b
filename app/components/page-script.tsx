import { Scripts } from "@remix-run/react";
import { createContext, useContext } from "react";

type ServerPage = {
  /** Nonce of the scripts of this response. */
  nonce: string;
  /** The loader data, as Remix serializes it for the browser. */
  loaderData: string;
  /** Loads the page's own script on demand (`services/deferred-hydration.server.ts`). */
  inlineScript: string;
};

/** Null on a page without script. Never provided in the browser: code that runs there is on a page with script. */
export const PageScriptContext = createContext<ServerPage | null>(null);

/**
 * Returns whether this page has script. A document has none if its route sets `handle = { script: false }` or if the
 * request has `Save-Data: on`. In client-side navigation every page has script.
 */
export function useHasScript(): boolean {
  const page = useContext(PageScriptContext);
  return !import.meta.env.SSR || page !== null;
}

/**
 * Remix's scripts in a `<template>`, whose content the browser neither fetches nor runs. An inline script inserts a
 * copy after it when needed. In the browser the element stays as it was rendered, so hydration does not compare its
 * content.
 */
export function DeferredScripts() {
  const page = useContext(PageScriptContext);
  if (!import.meta.env.SSR)
    return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={unchangedHtml} />;
  if (!page) return null;
  const { nonce, loaderData, inlineScript } = page;
  return (
    <div hidden>
      <template id="page-script">
        <Scripts nonce={nonce} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: streamedData(loaderData) }} />
      </template>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: inlineScript }} />
    </div>
  );
}

/**
 * The script for copy and print buttons on a page without other script. With hydration the buttons work without it.
 */
export function PageButtons() {
  return useHasScript() ? null : <script type="module" src="/page-buttons.js" />;
}

const unchangedHtml = { __html: "" };

/** Returns the code that RemixServer would write after `</html>`, where it would run before Remix's own scripts. */
const streamedData = (data: string) =>
  `window.__remixContext.streamController.enqueue(${asLiteral(data)});window.__remixContext.streamController.close();`;

/** Returns a text as a JavaScript literal that cannot close the script element. */
const asLiteral = (text: string): string =>
  JSON.stringify(text).replace(
    /[&><\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
