import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
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

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.editAccountInput);

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "accounts", "editTitle", { number: args.data?.number ?? "" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [account, list, texts] = await Promise.all([
    ownAccount(caller, params.monitoringId),
    callApi(caller, contract.serversToTie, { monitoringId: params.monitoringId ?? "" }),
    loadTranslations(request, "accounts"),
  ]);
  const { number = "", name, serverId = null } = account;
  const choices = list.servers.map(({ id, comment }) => ({
    value: id,
    label: [id, comment].filter(Boolean).join(" · "),
  }));
  return { number, name, serverId, choices, texts };
}

export const action = formAction(
  section("monitoring"),
  form(contract.editAccountInput, async ({ name }, { request, params, caller, body }) => {
    const serverId = String(body.get("serverId") ?? "");
    await callApi(caller, contract.editAccount, { monitoringId: params.monitoringId ?? "", name, serverId });
    const t = await translationsFor(request, "accounts");
    return redirectWithToast(paths.monitoringAccounts, t("saved"));
  }),
);

export default function EditMonitoringAccount() {
  const t = useTranslations("accounts");
  const { number, name, serverId, choices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    lastResult: answer?.lastResult,
    defaultValue: { name, serverId: serverId ?? "" },
  });
  return (
    <DialogPage title={t("editTitle", { number })} closeTo={paths.monitoringAccounts}>
      <Form method="post" of={form}>
        <FormError form={form} />
        <TextField field={fields.name} label={t("name")} autoComplete="off" />
        <SelectField
          field={fields.serverId}
          label={t("runsOn")}
          hint={t("runsOnHint")}
          options={choices}
          empty={t("noServer")}
        />
        <SubmitButton>{t("save")}</SubmitButton>
      </Form>
    </DialogPage>
  );
}
