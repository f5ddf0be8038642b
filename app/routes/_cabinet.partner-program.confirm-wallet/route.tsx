import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "walletConfirmation", "confirmTitle");

/** Opening the link in the email confirms nothing, because mail scanners open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSection(request, "partner");
  return {
    code: new URL(request.url).searchParams.get("code") ?? "",
    texts: await loadTranslations(request, "walletConfirmation"),
  };
}

export const action = formAction(
  section("partner"),
  form(contract.confirmWallet.input, async (value, { request, caller }) => {
    const { wallet } = await callApi(caller, contract.confirmWallet, value);
    const t = await translationsFor(request, "walletConfirmation");
    return redirectWithToast(paths.partnerWithdrawals, t("confirmed", { wallet }));
  }),
);

export default function ConfirmWallet() {
  const t = useTranslations("walletConfirmation");
  const { code } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DialogPage title={t("confirmTitle")} closeTo={paths.partnerWithdrawals}>
      <Form method="post" className="form">
        <FormErrors result={answer?.lastResult} />
        <p>{t("confirmText")}</p>
        <input type="hidden" name="code" value={code} />
        <SubmitButton>{t("confirmButton")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
