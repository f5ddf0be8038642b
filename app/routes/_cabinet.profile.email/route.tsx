import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { PasswordAndCode } from "#app/components/form/password-and-code";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { currentUserOf } from "#app/services/viewer.server";
import * as contract from "#contract/profile/index";
import * as security from "#contract/security/index";

const loadSchema = () => import("#contract/profile/index").then((module) => module.requestEmailChangeInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "emailChange", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ email }, { change }, { hasTwoStep }, texts] = await Promise.all([
    currentUserOf(caller),
    callApi(caller, contract.emailChange, {}),
    callApi(caller, security.securityState, {}),
    loadTranslations(request, "emailChange"),
  ]);
  return { email, change, hasTwoStep, texts };
}

export const action = formAction(requireClient, {
  request: form(contract.requestEmailChangeInput, async (value, { request, caller }) => {
    await callApi(caller, contract.requestEmailChange, value);
    const t = await translationsFor(request, "emailChange");
    return redirectWithToast(paths.changeEmail, t("sent"));
  }),
  cancel: form(noFields, async (_, { request, caller }) => {
    await callApi(caller, contract.cancelEmailChange, {});
    const t = await translationsFor(request, "emailChange");
    return redirectWithToast(paths.profile, t("cancelled"));
  }),
});

/** Changes the email address, which both addresses have to confirm; or shows the pending change. */
export default function ChangeEmail() {
  const t = useTranslations("emailChange");
  const { change } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={t("title")} closeTo={paths.profile}>
      {change ? <Waiting change={change} /> : <RequestForm />}
    </DialogPage>
  );
}

function RequestForm() {
  const t = useTranslations("emailChange");
  const { email, hasTwoStep } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = resultOf(answer, "request");
  const [form, fields] = useContractForm(loadSchema, { id: "change-email", lastResult });
  return (
    <Form method="post" of={form}>
      <FormError form={form} />
      <p>{t("text", { email })}</p>
      <EmailField field={fields.email} label={t("newEmail")} />
      <PasswordAndCode fields={fields} hasTwoStep={hasTwoStep} />
      <SubmitButton name="intent" value="request">
        {t("send")}
      </SubmitButton>
    </Form>
  );
}

type Change = { newEmail: string; endsAt: string; isOldConfirmed: boolean; isNewConfirmed: boolean };

function Waiting({ change }: { change: Change }) {
  const t = useTranslations("emailChange");
  const viewer = useViewer();
  const { email } = useLoaderData<typeof loader>();
  const { newEmail, endsAt, isOldConfirmed, isNewConfirmed } = change;
  const stateOf = (isConfirmed: boolean) => t(isConfirmed ? "confirmed" : "notConfirmed");
  return (
    <>
      <Notice tone="info" title={t("waiting")}>
        <p>{t("waitingText", { time: dateTimeText(endsAt, viewer) })}</p>
      </Notice>
      <DescriptionList
        items={[
          [email, stateOf(isOldConfirmed)],
          [newEmail, stateOf(isNewConfirmed)],
        ]}
      />
      <Form method="post">
        <SubmitButton variant="secondary" name="intent" value="cancel">
          {t("cancelChange")}
        </SubmitButton>
      </Form>
    </>
  );
}
