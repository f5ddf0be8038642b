import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { CodeField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { ErrorMain } from "#app/components/layout/error-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { adminAddress } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireStaffToken } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageTitle(args, "admin", "codeTitle"),
  { name: "robots", content: "noindex" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffToken(request);
  return {
    redirectTo: new URL(request.url).searchParams.get("redirectTo"),
    texts: await loadTranslations(request, "admin"),
  };
}

export const action = formAction(
  requireStaffToken,
  form(contract.codeInput, async (value, { caller, body }) => {
    await callApi(caller, contract.confirmLogin, value);
    return redirect(adminAddress(body.get("redirectTo") as string | null));
  }),
);

export default function AdminCode() {
  const t = useTranslations("admin");
  const { redirectTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useContractForm(
    () => import("#contract/admin/index").then((module) => module.codeInput),
    { lastResult: answer?.lastResult },
  );
  return (
    <main id="main" className="stack narrow">
      <h1>{t("codeTitle")}</h1>
      <Form method="post" of={form} isPlain>
        <FormError form={form} />
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <CodeField field={fields.code} label={t("code")} hint={t("codeHint")} />
        <SubmitButton>{t("continue")}</SubmitButton>
      </Form>
      <p>
        <Link className="lone" to={paths.adminLogin()}>
          {t("startAgain")}
        </Link>
      </p>
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
