import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { restoreInput } from "#app/components/form/restore-input";
import { holdWhileOffline, pollConnection, tryAgain } from "#app/components/layout/connection";
import type { Namespace } from "#locales/texts";
import { receiveTexts } from "#locales/translate";

/** What the page's file of texts has left (app/services/translation-files.server.ts). */
type PageTexts = [language: string, texts: Record<string, string>];

/** What the page has left here before this file came: its texts. */
const page = globalThis as typeof globalThis & { pageTexts?: PageTexts };
const [language, texts] = page.pageTexts ?? [""];
for (const [namespace, sent] of Object.entries(texts ?? {}))
  receiveTexts(language, namespace as Namespace, sent);

window.fetch = pollConnection(window.fetch);
window.addEventListener("online", tryAgain);
holdWhileOffline();
const replayInput = restoreInput();

function Cabinet() {
  useEffect(() => {
    replayInput();
    window.pressed?.click();
  }, []);
  return <RemixBrowser />;
}

/**
 * Once the page's data is decoded. RemixBrowser waits for it by throwing a promise before it is anything else, and no boundary stands
 * above it: a key that is pressed meanwhile makes React take the page over at once, which it can't ("Root did not complete", 345).
 */
async function decodedData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

// this file is also the one that the routes stand in (bin/chunks.ts): React begins after the page's own script has named them
void decodedData().then(() => startTransition(() => void hydrateRoot(document, <Cabinet />)));
