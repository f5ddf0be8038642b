import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { EmailField, TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { FormErrors } from "#app/components/form/form-errors";
import { resultOf } from "#app/components/form/form-result";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { Disclosure } from "#app/components/ui/disclosure";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft, saveDraft } from "#app/services/draft.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { forgetReferral, partnerCodeFor } from "#app/services/referral.server";
import { anyVisitor, visitorOnly } from "#app/services/session.server";
import * as contract from "#contract/users/index";
import { signupForm } from "./form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "signupTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  const draft = await readDraft(request, "signup");
  return {
    typed: { name: draft?.name, email: draft?.email },
    partnerCode: draft?.partnerCode || (await partnerCodeFor(request)),
    texts: await loadTranslations(request, "user"),
  };
}

export const action = formAction(anyVisitor, {
  signup: form(signupForm, async ({ repeatPassword: _, ...input }, { caller }) => {
    await callApi(caller, contract.signup, { ...input, language: caller.language });
    await forgetReferral();
    // prefills the form for a client who mistyped the email address
    const { name, email, partnerCode = "" } = input;
    await saveDraft("signup", { name, email, partnerCode });
    return { sentTo: email };
  }),
  resend: form(contract.resendConfirmation.input, async ({ email }, { caller }) => {
    await callApi(caller, contract.resendConfirmation, { email });
    return { sentTo: email };
  }),
});

export default function Signup() {
  const t = useTranslations("user");
  const { typed, partnerCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.signupForm), {
    lastResult: resultOf(answer, "signup"),
    defaultValue: { ...typed, partnerCode },
  });
  if (answer?.shown || answer?.intent === "resend") return <CheckEmail answer={answer} />;
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
        <Disclosure
          summary={t("partnerCodeFold")}
          open={Boolean(partnerCode || fields.partnerCode.initialValue || fields.partnerCode.errors)}
        >
          <TextField
            field={fields.partnerCode}
            label={t("partnerCode")}
            hint={t("partnerCodeHint")}
            autoComplete="off"
          />
        </Disclosure>
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
        <SubmitButton name="intent" value="signup">
          {t("signupButton")}
        </SubmitButton>
      </Form>
      <p>
        <RichText tags={{ login: (text) => <Link to={paths.login()}>{text}</Link> }}>
          {t("hasAccount")}
        </RichText>
      </p>
    </>
  );
}

/** The next step, and help if no email arrives: resend it, or correct the address. */
function CheckEmail({
  answer,
}: {
  answer: Pick<SerializeFrom<typeof action>, "lastResult" | "shown" | "intent">;
}) {
  const t = useTranslations("user");
  const { lastResult, shown, intent } = answer;
  const email = shown?.sentTo ?? String(lastResult.initialValue?.email ?? "");
  return (
    <>
      <h1>{t("sentTitle")}</h1>
      {shown && intent === "resend" ? (
        <Notice tone="positive" role="status">
          {t("resent")}
        </Notice>
      ) : (
        <p role="status">{t("sentText", { email })}</p>
      )}
      <p className="hint">{t("sentHint")}</p>
      <Form method="post">
        <FormErrors result={lastResult} />
        <input type="hidden" name="email" value={email} />
        <SubmitButton name="intent" value="resend" variant="secondary">
          {t("resendButton")}
        </SubmitButton>
      </Form>
      <div className="row apart">
        <Link className="lone" to={paths.signup()} reloadDocument>
          {t("wrongAddress")}
        </Link>{" "}
        <Link className="lone" to={paths.login()}>
          {t("backToLogin")}
        </Link>
      </div>
    </>
  );
}
