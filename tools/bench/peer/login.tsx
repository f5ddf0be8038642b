import { Outlet, useActionData } from "react-router-dom";
import { Form } from "#app/components/form";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { Pitch } from "#app/routes/_visitor/pitch";
import type { logIn } from "./log-in";

type Answer = Exclude<Awaited<ReturnType<typeof logIn>>, Response>;

export function VisitorPages() {
  return (
    <main id="main" className="sign-in">
      <div className="pane">
        <Outlet />
      </div>
      <Pitch offer={null} freeAccounts={1} />
    </main>
  );
}

export function Login() {
  const t = useTranslations("user");
  const answer = useActionData() as Answer | undefined;
  const [form, fields] = useContractForm(
    () => import("#contract/users/index").then((module) => module.loginInput),
    { lastResult: answer?.lastResult },
  );
  return (
    <>
      <h1>{t("loginTitle")}</h1>
      <Form method="post" of={form}>
        <FormError form={form} />
        <EmailField field={fields.email} label={t("email")} />
        <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
        <SubmitButton name="intent" value="login">
          {t("loginButton")}
        </SubmitButton>
      </Form>
    </>
  );
}
