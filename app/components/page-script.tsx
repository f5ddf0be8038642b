import { Scripts } from "@remix-run/react";
import { createContext, useContext } from "react";

type ServerPage = {
  /** Of this response's scripts. */
  nonce: string;
  /** What the loaders returned, as Remix encodes it for the browser. */
  loaderData: string;
  /** Brings the page's own script when it is asked for (`services/deferred-hydration.server.ts`). */
  inlineScript: string;
};

/** Null on a page without script. In the browser it is never given: what runs there is a page with script. */
export const PageScriptContext = createContext<ServerPage | null>(null);

/**
 * Whether this page has script: its document does not where a route says `handle = { script: false }`, nor for a reader who saves data.
 * Within the app every page has.
 */
export function useHasScript(): boolean {
  const page = useContext(PageScriptContext);
  return !import.meta.env.SSR || page !== null;
}

/**
 * Remix's scripts, kept in a `<template>` until they are needed: nothing in a template is fetched or run. An inline script inserts a copy
 * of them behind it. The browser leaves the element as it came, so that nothing of it is compared when the page is hydrated.
 */
export function DeferredScripts() {
  const page = useContext(PageScriptContext);
  if (!import.meta.env.SSR) return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={asItCame} />;
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

/** The file by which buttons copy and print on a page that has no other script; within the app they do so themselves. */
export function PageButtons() {
  return useHasScript() ? null : <script type="module" src="/page-buttons.js" />;
}

const asItCame = { __html: "" };

/** What RemixServer would write behind `</html>`, where it would run before Remix's own scripts. */
const streamedData = (data: string) =>
  `window.__remixContext.streamController.enqueue(${asLiteral(data)});window.__remixContext.streamController.close();`;

/** A text as a literal that can end no element. */
const asLiteral = (text: string): string =>
  JSON.stringify(text).replace(
    /[&><\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
