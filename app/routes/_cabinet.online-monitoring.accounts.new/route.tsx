import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { FaqLink } from "#app/components/layout/faq-link";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";

const loadSchema = () => import("#contract/monitoring/index").then((module) => module.createAccountInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "accounts", "addAccount");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [{ activationKey }, { used, available }, texts] = await Promise.all([
    callApi(caller, contract.newActivationKey, {}),
    callApi(caller, contract.readSubscription, {}),
    loadTranslations(request, "accounts"),
  ]);
  return { activationKey, isFull: used >= available, texts };
}

export const action = formAction(
  section("monitoring"),
  form(contract.createAccountInput, async (value, { request, caller }) => {
    const { monitoringId } = await callApi(caller, contract.createAccount, value);
    const t = await translationsFor(request, "accounts");
    return redirectWithToast(
      paths.connectAccount(monitoringId),
      t("accountAddedNamed", { name: value.name }),
    );
  }),
);

export default function NewMonitoringAccount() {
  const t = useTranslations("accounts");
  const { activationKey, isFull } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    lastResult: answer?.lastResult,
    defaultValue: { activationKey },
  });
  if (isFull && !answer)
    return (
      <DialogPage title={t("addAccount")} closeTo={paths.monitoringAccounts}>
        <Notice tone="warning">{t("full")}</Notice>
        <Link to={paths.addMonitoringAccounts} className={buttonClass("primary")}>
          {t("addPlaces")}
        </Link>
      </DialogPage>
    );
  return (
    <DialogPage title={t("addAccount")} closeTo={paths.monitoringAccounts}>
      <Form method="post" of={form}>
        <FormError form={form} />
        <TextField
          field={fields.number}
          label={t("accountNumber")}
          hint={t("accountNumberHint")}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField field={fields.name} label={t("name")} hint={t("nameHint")} autoComplete="off" />
        {/* generated for the client; the next page shows it until the terminal has connected */}
        <input type="hidden" name={fields.activationKey.name} value={activationKey} />
        <SubmitButton>{t("addAccount")}</SubmitButton>
        <FaqLink question="add-account" />
      </Form>
    </DialogPage>
  );
}
