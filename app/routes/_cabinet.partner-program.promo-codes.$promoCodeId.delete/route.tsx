import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "promoDeletion", "deletePromoButton");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [codes, texts] = await Promise.all([
    callApi(caller, contract.promoCodes, {}),
    loadTranslations(request, "promoDeletion"),
  ]);
  const promo = codes.data.find(({ id }) => id === params.promoCodeId);
  if (!promo) throw data(null, { status: 404 });
  return { name: promo.name, texts };
}

export const action = formAction(
  section("partner"),
  form(noFields, async (_, { request, params, caller }) => {
    await callApi(caller, contract.deletePromoCode, { id: params.promoCodeId ?? "" });
    const t = await translationsFor(request, "promoDeletion");
    return redirectWithToast(paths.promoCodes, t("promoDeleted"));
  }),
);

export default function DeletePromoCode() {
  const t = useTranslations("promoDeletion");
  const { name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DialogPage title={t("deletePromoTitle", { name })} closeTo={paths.promoCodes}>
      <p>{t("deletePromoText")}</p>
      <FormErrors result={answer?.lastResult} />
      <Form method="post" className="row">
        <SubmitButton variant="danger">{t("deletePromoButton")}</SubmitButton>{" "}
        <Link to={paths.promoCodes} className="button">
          {t("keepButton")}
        </Link>
      </Form>
    </DialogPage>
  );
}
