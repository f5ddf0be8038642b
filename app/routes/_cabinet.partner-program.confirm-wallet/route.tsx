import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { useText } from "#app/components/text";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partner/index";
import type { Key } from "#locales/translate";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "walletConfirmation", "confirmTitle");

/** Opening the letter's link confirms nothing: mail scanners open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSection(request, "partner");
  return {
    code: new URL(request.url).searchParams.get("code") ?? "",
    texts: await loadTexts(request, "walletConfirmation"),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const submission = parseForm(await readForm(request), contract.confirmWallet.input);
  if (submission.status !== "success") return invalidForm(submission);
  try {
    const { wallet } = await callApi(caller, contract.confirmWallet, submission.value);
    const t = await textFor(request, "walletConfirmation");
    return redirectWithToast(`${paths.partnerProgram}#withdrawal`, t("confirmed", { wallet }));
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function ConfirmWallet() {
  const t = useText("walletConfirmation");
  const errors = useText("errors");
  const { code } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.lastResult?.error;
  const wrong = refused?.code?.[0] ?? refused?.[""]?.[0];
  return (
    <DialogPage title={t("confirmTitle")} closeTo={paths.partnerProgram}>
      <Form method="post" className="form">
        {wrong && (
          <Notice tone="negative" role="alert">
            {errors(wrong as Key<"errors">)}
          </Notice>
        )}
        <p>{t("confirmText")}</p>
        <input type="hidden" name="code" value={code} />
        <SubmitButton>{t("confirmButton")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
