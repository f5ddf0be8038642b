import { percentText } from "#app/lib/numbers";
import { environment } from "#app/services/env.server";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type * as contract from "#contract/partners/index";
import type { Translate } from "#locales/translate";

type T = Translate<"partnerFigures">;

/*
 * Words that never change while the page is shown are put together here: a text with its values in it stands in the
 * HTML already, and costs next to nothing a second time (docs/adr/0007).
 */

/** What the program gives, level by level. */
export function intro(t: T, levels: Output<typeof contract.levels>["levels"], language: Language): string {
  const [first = "", second = "", third = ""] = levels.map((row) =>
    percentText(row.rewardForLevel, language),
  );
  return t("intro", { first, second, third });
}

/** Words to send along with the link, in both languages. */
export const shareTexts = (t: T, link: string) => {
  const product = environment().brand.name;
  return {
    english: t("shareTextEnglish", { product, link }),
    russian: t("shareTextRussian", { product, link }),
  };
};
