import type { MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/form-result";
import { pageTitle } from "#app/components/page-title";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";
import { promoForm } from "./form";
import { loadPromoCodes } from "./load.server";
import { PromoCodes } from "./promo-codes";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "promoTitle");

export const action = formAction(section("partner"), {
  createPromoCode: form(promoForm, async (value, { request, caller }) => {
    await callApi(caller, contract.createPromoCode, value);
    const t = await translationsFor(request, "partnerSteps");
    return redirectWithToast(paths.promoCodes, t("promoCreated", { name: value.name }));
  }),
});

export const loader = loadPromoCodes;

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
