import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { pageTitle } from "#app/components/page-title";
import { percentText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";
import { promoForm } from "./form";
import { PromoCodes } from "./promo-codes";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "promoTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [codes, { available_discounts, rules }, t] = await Promise.all([
    callApi(caller, contract.promoCodes, {}),
    callApi(caller, contract.availableDiscounts, {}),
    translationsFor(request, "partnerFigures"),
  ]);
  /** From how many active referrals on each discount may be given. */
  const wordsOf = (rule: (typeof rules)[number]) => {
    const discount = percentText(rule.discount, caller.language);
    return rule.activeReferrals === 0
      ? t("promoRuleAlways", { discount })
      : t("promoRule", { discount, referrals: rule.activeReferrals });
  };
  return {
    codes: codes.data.map(({ id, name, discount, useCount }) => ({ id, name, discount, useCount })),
    available: available_discounts,
    rules: rules.map(wordsOf).join("; "),
  };
}

export type PageData = Awaited<ReturnType<typeof loader>>;

export const action = formAction(section("partner"), {
  createPromoCode: form(promoForm, async (value, { request, caller }) => {
    await callApi(caller, contract.createPromoCode, value);
    const t = await translationsFor(request, "partnerSteps");
    return redirectWithToast(paths.promoCodes, t("promoCreated", { name: value.name }));
  }),
});

export default function PromoCodePage() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PromoCodes key={data.codes.length} {...data} lastResult={resultOf(answer, "createPromoCode")} />
      <Outlet />
    </>
  );
}
