import { moneyText } from "#app/lib/money";
import { percentText } from "#app/lib/numbers";
import { environment } from "#app/services/env.server";
import type { Output } from "#contract/call";
import type { Language } from "#contract/languages";
import type * as contract from "#contract/partner/index";
import type { Translate } from "#locales/translate";

type T = Translate<"partnerFigures">;

/*
 * Words that never change while the page is shown are put together here: a text with its values in it stands in the
 * HTML already, and costs next to nothing a second time (docs/decisions/0022).
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
  const product = environment().productName;
  return {
    english: t("shareTextEnglish", { product, link }),
    russian: t("shareTextRussian", { product, link }),
  };
};

/** The ways to be paid, with the least sum of each. */
export const payoutOptions = (
  t: T,
  methods: Output<typeof contract.payoutMethods>["methods"],
  language: Language,
) =>
  methods.map(({ id, name, minCents }) => ({
    value: id,
    label: t("methodOption", { name, min: moneyText(minCents, language) }),
  }));

/** From how many active referrals on each discount may be given. */
export const promoRules = (
  t: T,
  rules: Output<typeof contract.availableDiscounts>["rules"],
  language: Language,
): string =>
  rules
    .map(({ discount, activeReferrals }) =>
      activeReferrals === 0
        ? t("promoRuleAlways", { discount: percentText(discount, language) })
        : t("promoRule", { discount: percentText(discount, language), referrals: activeReferrals }),
    )
    .join("; ");
