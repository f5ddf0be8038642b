import type { LoaderFunctionArgs } from "@remix-run/node";
import { percentText } from "#app/lib/numbers";
import { callApi } from "#app/services/api.server";
import { translationsFor } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/partners/index";

export async function loadPromoCodes({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [codes, { available_discounts, rules }, t] = await Promise.all([
    callApi(caller, contract.promoCodes, {}),
    callApi(caller, contract.availableDiscounts, {}),
    translationsFor(request, "partnerFigures"),
  ]);
  const first = rules.find((rule) => rule.activeReferrals > 0);
  /** Returns a discount with the number of active referrals it requires; the first one says what is counted. */
  const ruleText = (rule: (typeof rules)[number]) => {
    const discount = percentText(rule.discount, caller.language);
    const values = { discount, count: rule.activeReferrals };
    if (rule.activeReferrals === 0) return t("promoRuleAlways", { discount });
    return rule === first ? t("promoRule", values) : t("promoRuleNext", values);
  };
  return {
    codes: codes.data.map(({ id, name, discount, useCount }) => ({ id, name, discount, useCount })),
    available: available_discounts,
    rules: rules.map(ruleText).join(", "),
  };
}

export type PageData = Awaited<ReturnType<typeof loadPromoCodes>>;
