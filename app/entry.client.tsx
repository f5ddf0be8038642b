import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { restoreInput } from "#app/components/form/restore-input";
import { deferWhileOffline, pollConnection, tryAgain } from "#app/components/layout/connection";
import type { Namespace } from "#locales/texts";
import { receiveTexts } from "#locales/translate";

/** Set by the page's translation file (app/services/translation-files.server.ts). */
type PageTexts = [language: string, texts: Record<string, string>];

/** The translations that were loaded before this file. */
const page = globalThis as typeof globalThis & { pageTexts?: PageTexts };
const [language, texts] = page.pageTexts ?? [""];
for (const [namespace, sent] of Object.entries(texts ?? {}))
  receiveTexts(language, namespace as Namespace, sent);

window.fetch = pollConnection(window.fetch);
window.addEventListener("online", tryAgain);
deferWhileOffline();
const replayInput = restoreInput();

function Cabinet() {
  useEffect(() => {
    replayInput();
    window.pressed?.click();
  }, []);
  return <RemixBrowser />;
}

/**
 * Resolves once the page's data is decoded. RemixBrowser throws a promise until then, and no Suspense boundary is
 * above it. A key press during that time makes React hydrate synchronously, which fails ("Root did not complete",
 * 345).
 */
async function decodedData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

// the routes are bundled into this file too (bin/chunks.ts): hydration starts after the page's own script has
// registered them
void decodedData().then(() => startTransition(() => void hydrateRoot(document, <Cabinet />)));
