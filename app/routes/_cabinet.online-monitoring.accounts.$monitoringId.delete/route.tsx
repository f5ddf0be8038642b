import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { ownAccount } from "#app/services/own-account.server";
import { requireSection, section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "accounts", "deleteTitle", { number: args.data?.number ?? "" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const id = params.monitoringId ?? "";
  const [{ number = "" }, { total }, texts] = await Promise.all([
    ownAccount(caller, id),
    callApi(caller, contract.trades, { monitoringId: id }),
    loadTranslations(request, "accounts"),
  ]);
  return { number, total, texts };
}

export const action = formAction(
  section("monitoring"),
  form(noFields, async (_, { request, params, caller }) => {
    const id = params.monitoringId ?? "";
    const { number = "" } = await ownAccount(caller, id);
    await callApi(caller, contract.deleteAccount, { monitoringId: id });
    const t = await translationsFor(request, "accounts");
    return redirectWithToast(paths.monitoringAccounts, t("deleted", { number }));
  }),
);

export default function DeleteMonitoringAccount() {
  const t = useTranslations("accounts");
  const { number, total } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { monitoringId = "" } = useParams();
  const { search } = useLocation();
  const back =
    new URLSearchParams(search).get("from") === "settings"
      ? paths.monitoringSettings(monitoringId, "common")
      : paths.monitoringAccounts;
  return (
    <DialogPage title={t("deleteTitle", { number })} closeTo={back}>
      <p>{t("deleteText", { trades: t("trades", { count: total }) })}</p>
      <FormErrors result={answer?.lastResult} />
      <Form method="post" className="row">
        <SubmitButton variant="danger">{t("deleteButton")}</SubmitButton>{" "}
        <Link to={back} className="button">
          {t("keep")}
        </Link>
      </Form>
    </DialogPage>
  );
}
