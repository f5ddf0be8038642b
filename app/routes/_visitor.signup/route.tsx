import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { EmailField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { forgetReferral, partnerCodeFor } from "#app/services/referral.server";
import { visitorOnly } from "#app/services/session.server";
import * as contract from "#contract/users/index";
import { signupForm } from "./form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "signupTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  return { partnerCode: await partnerCodeFor(request), texts: await loadTranslations(request, "user") };
}

export const action = formAction(
  visitorOnly,
  form(signupForm, async ({ repeatPassword: _, ...input }, { caller }) => {
    await callApi(caller, contract.signup, { ...input, language: caller.language });
    await forgetReferral();
    return { sentTo: input.email };
  }),
);

export default function Signup() {
  const t = useTranslations("user");
  const { partnerCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.signupForm), {
    lastResult: answer?.lastResult,
    defaultValue: { partnerCode },
  });
  if (answer?.shown) {
    return (
      <>
        <h1>{t("sentTitle")}</h1>
        <p role="status">{t("sentText", { email: answer.shown.sentTo })}</p>
        <p className="hint">{t("sentHint")}</p>
        <p>
          <Link className="lone" to={paths.login()}>
            {t("backToLogin")}
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t("signupTitle")}</h1>
      <Form method="post" of={form}>
        <FormError form={form} />
        <TextField field={fields.name} label={t("name")} autoComplete="name" />
        <EmailField field={fields.email} label={t("email")} />
        <PasswordField
          field={fields.password}
          label={t("password")}
          hint={t("passwordHint")}
          autoComplete="new-password"
        />
        <PasswordField
          field={fields.repeatPassword}
          label={t("repeatPassword")}
          autoComplete="new-password"
        />
        <TextField
          field={fields.partnerCode}
          label={t("partnerCode")}
          hint={t("partnerCodeHint")}
          autoComplete="off"
        />
        <CheckboxField field={fields.consent}>
          <RichText
            tags={{
              offer: (text) => <Link to={paths.publicOffer}>{text}</Link>,
              policy: (text) => <Link to={paths.privacyPolicy}>{text}</Link>,
            }}
          >
            {t("consent")}
          </RichText>
        </CheckboxField>
        <SubmitButton>{t("signupButton")}</SubmitButton>
      </Form>
      <p>
        <RichText tags={{ login: (text) => <Link to={paths.login()}>{text}</Link> }}>
          {t("hasAccount")}
        </RichText>
      </p>
    </>
  );
}
