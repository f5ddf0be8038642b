import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { AdapterDownloads } from "#app/components/form/adapter-downloads";
import { FormError } from "#app/components/form/form-error";
import { KeyField } from "#app/components/form/key-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { ownAccount } from "#app/services/own-account.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.replaceKeyInput);

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "accounts", "keyTitle", { number: args.data?.number ?? "" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [account, { activationKey }, texts] = await Promise.all([
    ownAccount(caller, params.monitoringId),
    callApi(caller, contract.newActivationKey, {}),
    loadTranslations(request, "accounts"),
  ]);
  return { number: account.number ?? "", activationKey, texts };
}

export const action = formAction(
  section("monitoring"),
  form(contract.replaceKeyInput, async (value, { request, params, caller }) => {
    await callApi(caller, contract.replaceKey, { monitoringId: params.monitoringId ?? "", ...value });
    const t = await translationsFor(request, "accounts");
    return redirectWithToast(paths.monitoringAccounts, t("keyReplaced"));
  }),
);

export default function ReplaceKey() {
  const t = useTranslations("accounts");
  const { number, activationKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    lastResult: answer?.lastResult,
    defaultValue: { activationKey },
  });
  return (
    <DialogPage title={t("keyTitle", { number })} closeTo={paths.monitoringAccounts}>
      <p>{t("keyText")}</p>
      <AdapterDownloads
        activationKey={fields.activationKey.value ?? activationKey}
        hint={t("adapterTextNew")}
      />
      <Form method="post" of={form}>
        <FormError form={form} />
        <KeyField field={fields.activationKey} label={t("activationKey")} hint={t("activationKeyHint")} />
        <SubmitButton>{t("replaceKey")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
