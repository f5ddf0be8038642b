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
import { languageOf, loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import { countries, countryName } from "#contract/books/countries";
import * as contract from "#contract/books/index";

const loadSchema = () => import("#contract/books/index").then((module) => module.billingDetailsInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "invoices", "details");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [texts, language, details] = await Promise.all([
    loadTranslations(request, "invoices"),
    languageOf(request),
    callApi(caller, contract.readBillingDetails, {}),
  ]);
  const options = countries
    .map((value) => ({ value, label: countryName(value, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  // one text: as a list of objects it would be sent with two numbers for each
  return { texts, details, names: options.map(({ value, label }) => value + label).join("\n") };
}

export const action = formAction(
  requireClient,
  form(contract.billingDetailsInput, async (value, { request, caller }) => {
    await callApi(caller, contract.changeBillingDetails, value);
    const t = await translationsFor(request, "invoices");
    return redirectWithToast(paths.profile, t("detailsSaved"));
  }),
);

/** Whom invoices name besides the client. */
export default function BillingDetails() {
  const t = useTranslations("invoices");
  const { details, names } = useLoaderData<typeof loader>();
  const options = names.split("\n").map((name) => ({ value: name.slice(0, 2), label: name.slice(2) }));
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    id: "billing",
    lastResult: answer?.lastResult,
    defaultValue: details,
  });
  return (
    <DialogPage title={t("details")} closeTo={paths.profile}>
      <Form method="post" of={form}>
        <p>{t("detailsText")}</p>
        <FormError form={form} />
        <TextField field={fields.company} label={t("company")} autoComplete="organization" />
        <TextField field={fields.address} label={t("address")} autoComplete="street-address" />
        <SelectField field={fields.country} label={t("country")} empty={t("noCountry")} options={options} />
        <TextField field={fields.taxId} label={t("taxId")} autoComplete="off" />
        <div className="dialog-foot">
          <SubmitButton>{t("saveDetails")}</SubmitButton>
        </div>
      </Form>
    </DialogPage>
  );
}
