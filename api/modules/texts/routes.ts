import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { businessSettings } from "#api/modules/settings/read-settings";
import * as contract from "#contract/texts/index";
import { shippedText } from "./shipped-text";
import { currentText } from "./versions";

export const readText = handle(contract.readText, async (text, { db, clock }) => {
  const now = clock.now();
  const [current, settings] = await Promise.all([currentText(db, text, now), businessSettings(db, now)]);
  if (!current)
    return {
      version: 1,
      holdsFrom: null,
      markdown: await shippedText(text.name, text.language),
      settings,
    };
  const { version, author, holdsFrom, markdown } = current;
  return { version, holdsFrom: author === "release" ? null : holdsFrom.toISOString(), markdown, settings };
});

export const textsRoutes: readonly Handler[] = [readText];
