import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { EmailField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasswordField } from "#app/components/form/password-field";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { ErrorMain } from "#app/components/layout/error-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { anyoneOfStaff, staffSessionCookie } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageTitle(args, "admin", "loginTitle"),
  { name: "robots", content: "noindex" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  await anyoneOfStaff(request);
  return {
    redirectTo: new URL(request.url).searchParams.get("redirectTo"),
    texts: await loadTranslations(request, "admin"),
  };
}

export const action = formAction(
  anyoneOfStaff,
  form(contract.loginInput, async (value, { caller, body }) => {
    const { token } = await callApi(caller, contract.login, value);
    const redirectTo = body.get("redirectTo");
    const next = new URLSearchParams(typeof redirectTo === "string" ? { redirectTo } : {}).toString();
    return redirect(next ? `${paths.adminCode}?${next}` : paths.adminCode, {
      headers: { "set-cookie": await staffSessionCookie(token) },
    });
  }),
);

export default function AdminLogin() {
  const t = useTranslations("admin");
  const { redirectTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(
    () => import("#contract/admin/index").then((module) => module.loginInput),
    { lastResult: answer?.lastResult },
  );
  return (
    <main id="main" className="stack narrow">
      <h1>{t("loginTitle")}</h1>
      <Form method="post" of={form} isPlain>
        <FormError form={form} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <EmailField field={fields.email} label={t("email")} />
        <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
        <SubmitButton>{t("logIn")}</SubmitButton>
      </Form>
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
