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
  /** Returns a discount with the number of active referrals it requires. */
  const ruleText = (rule: (typeof rules)[number]) => {
    const discount = percentText(rule.discount, caller.language);
    return rule.activeReferrals === 0
      ? t("promoRuleAlways", { discount })
      : t("promoRule", { discount, count: rule.activeReferrals });
  };
  return {
    codes: codes.data.map(({ id, name, discount, useCount }) => ({ id, name, discount, useCount })),
    available: available_discounts,
    rules: rules.map(ruleText).join("; "),
  };
}

export type PageData = Awaited<ReturnType<typeof loadPromoCodes>>;
