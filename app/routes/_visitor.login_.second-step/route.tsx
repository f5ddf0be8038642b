import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { PasskeyButton } from "#app/components/form/passkey-button";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requestContext } from "#app/services/request-context.server";
import { forgetWaitingLogin, readWaitingLogin } from "#app/services/second-step.server";
import { anyVisitor, signIn, visitorOnly } from "#app/services/session.server";
import * as contract from "#contract/security/index";

const loadSchema = () => import("#contract/security/index").then((module) => module.secondStepInput);

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "user", "secondStepTitle");

/** Redirects to the login page if the password was not given yet, or too long ago. */
async function requireWaitingLogin(request: Request) {
  const login = await readWaitingLogin(request);
  if (!login) throw redirect(paths.login());
  return login;
}

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  await requireWaitingLogin(request);
  return { texts: await loadTranslations(request, "user") };
}

export const action = formAction(
  anyVisitor,
  form(contract.secondStepInput, async (value, { request, caller }) => {
    const { ticket, redirectTo } = await requireWaitingLogin(request);
    const tokens = await callApi(caller, contract.secondStep, { ...value, ticket });
    requestContext().setCookies.push(await forgetWaitingLogin());
    return signIn(request, tokens, redirectTo);
  }),
);

export default function SecondStep() {
  const t = useTranslations("user");
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(loadSchema, { lastResult: answer?.lastResult });
  return (
    <>
      <h1>{t("secondStepTitle")}</h1>
      <Form method="post" of={form} isPlain>
        <FormError form={form} />
        <TextField
          field={fields.code}
          label={t("secondStepCode")}
          hint={t("secondStepHint")}
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <SubmitButton>{t("loginButton")}</SubmitButton>
      </Form>
      <PasskeyButton label={t("passkeyInstead")} failed={t("passkeyFailed")} isSecondStep />
      <p>
        <Link className="lone" to={paths.login()}>
          {t("loginAgain")}
        </Link>
      </p>
    </>
  );
}
