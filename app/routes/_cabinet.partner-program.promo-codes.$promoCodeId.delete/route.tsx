import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partner/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "promoDeletion", "deletePromoButton");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [codes, texts] = await Promise.all([
    callApi(caller, contract.promoCodes, {}),
    loadTexts(request, "promoDeletion"),
  ]);
  const promo = codes.data.find(({ id }) => id === params.promoCodeId);
  if (!promo) throw data(null, { status: 404 });
  return { name: promo.name, texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireSection(request, "partner");
  await callApi(caller, contract.deletePromoCode, { id: params.promoCodeId ?? "" });
  const t = await textFor(request, "promoDeletion");
  return redirectWithToast(`${paths.partnerProgram}#promo-codes`, t("promoDeleted"));
}

export default function DeletePromoCode() {
  const t = useText("promoDeletion");
  const { name } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={t("deletePromoTitle", { name })} closeTo={`${paths.partnerProgram}#promo-codes`}>
      <p>{t("deletePromoText")}</p>
      <Form method="post" className="row">
        <SubmitButton variant="danger">{t("deletePromoButton")}</SubmitButton>
        <Link to={`${paths.partnerProgram}#promo-codes`} className="button">
          {t("keepButton")}
        </Link>
      </Form>
    </DialogPage>
  );
}
