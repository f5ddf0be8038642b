import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import * as contract from "#contract/texts/index";
import { shippedText } from "./shipped-text";
import { currentText } from "./versions";

export const readText = handle(contract.readText, async (text, { db, clock }) => {
  const current = await currentText(db, text, clock.now());
  if (!current) return { version: 1, holdsFrom: null, markdown: await shippedText(text.name, text.language) };
  const { version, author, holdsFrom, markdown } = current;
  return { version, holdsFrom: author === "release" ? null : holdsFrom.toISOString(), markdown };
});

export const textsRoutes: readonly Handler[] = [readText];
