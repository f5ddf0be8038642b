import { percentText } from "#app/lib/numbers";
import { environment } from "#app/services/env.server";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type * as contract from "#contract/partners/index";
import type { Translate } from "#locales/translate";

type T = Translate<"partnerFigures">;

/*
 * Texts that never change while the page is shown are built on the server: a text with its values is in the HTML
 * already, and repeating it costs almost nothing (docs/adr/0007).
 */

/** Returns the program's rewards by level. */
export function intro(t: T, levels: Output<typeof contract.levels>["levels"], language: Language): string {
  const [first = "", second = "", third = ""] = levels.map((row) =>
    percentText(row.rewardForLevel, language),
  );
  return t("intro", { first, second, third });
}

/** Returns texts to share with the link, in both languages. */
export const shareTexts = (t: T, link: string) => {
  const product = environment().brand.name;
  return {
    english: t("shareTextEnglish", { product, link }),
    russian: t("shareTextRussian", { product, link }),
  };
};
