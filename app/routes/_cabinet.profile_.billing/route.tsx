import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SelectField } from "#app/components/form/select-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
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
  const named = countries.map((code) => ({ code, name: countryName(code, language) }));
  named.sort((one, other) => one.name.localeCompare(other.name, language));
  return { texts, details, countryCodes: named.map(({ code }) => code).join(" ") };
}

export const action = formAction(
  requireClient,
  form(contract.billingDetailsInput, async (value, { request, caller }) => {
    await callApi(caller, contract.changeBillingDetails, value);
    const t = await translationsFor(request, "invoices");
    return redirectWithToast(paths.profile, t("detailsSaved"));
  }),
);

/** The billing details that invoices show besides the client: a page, as a list of countries is long. */
export default function BillingDetails() {
  const t = useTranslations("invoices");
  const language = useLanguage();
  const { details, countryCodes } = useLoaderData<typeof loader>();
  // the names are not sent as loader data, which would double the page
  const options = countryCodes.split(" ").map((value) => ({ value, label: countryName(value, language) }));
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, {
    id: "billing",
    lastResult: answer?.lastResult,
    defaultValue: details,
  });
  return (
    <>
      <Link className="back" to={paths.profile}>
        {t("backToProfile")}
      </Link>
      <div className="page-head">
        <h1>{t("details")}</h1>
        <p>{t("detailsText")}</p>
      </div>
      <Form method="post" of={form} className="form card sheet">
        <FormError form={form} />
        <TextField field={fields.company} label={t("company")} autoComplete="organization" />
        <TextField field={fields.address} label={t("address")} autoComplete="street-address" />
        <SelectField field={fields.country} label={t("country")} empty={t("noCountry")} options={options} />
        <TextField field={fields.taxId} label={t("taxId")} autoComplete="off" />
        <SubmitButton>{t("saveDetails")}</SubmitButton>
      </Form>
    </>
  );
}
