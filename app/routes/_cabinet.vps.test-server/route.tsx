import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { TextArea } from "#app/components/form/text-area";
import { useContractForm } from "#app/components/form/use-contract-form";
import { DialogPage } from "#app/components/layout/dialog-page";
import { FaqLink } from "#app/components/layout/faq-link";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { listAddress, listState } from "#app/lib/server-list-url";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import type { TestServerState } from "#contract/vps/status";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "testServer", "testServerTitle");

const states = {
  underReview: "testServerUnderReview",
  ordered: "testServerGiven",
  rejected: "testServerRejected",
} as const satisfies Record<Exclude<TestServerState, "available">, string>;

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [state, texts] = await Promise.all([
    callApi(caller, contract.testServerState, {}),
    loadTranslations(request, "testServer"),
  ]);
  return { ...state, idempotencyKey: crypto.randomUUID(), texts };
}

export const action = formAction(
  requireClient,
  form(contract.testServerForm, async (value, { request, caller, idempotencyKey }) => {
    await callApi(caller, contract.orderTestServer, value, { idempotencyKey });
    const t = await translationsFor(request, "testServer");
    return redirectWithToast(paths.vps, t("testServerDone"));
  }),
);

export default function TestServer() {
  const t = useTranslations("testServer");
  const vps = useTranslations("vps");
  const { state, tariff, days, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const [form, fields] = useContractForm(
    () => import("#contract/vps/index").then((module) => module.testServerForm),
    { lastResult: answer?.lastResult },
  );
  return (
    <DialogPage title={t("testServerTitle")} closeTo={listAddress(listState(search))}>
      {state === "available" ? (
        <Form method="post" of={form} idempotencyKey={idempotencyKey} preventScrollReset>
          <FormError form={form} />
          <p>{tariff ? t("testServerText", { tariff, count: days }) : t("testServerTextPlain")}</p>
          <TextArea field={fields.comment} label={t("testServerComment")} rows={3} />
          <SubmitButton>{t("testServerButton")}</SubmitButton>
          <FaqLink question="test-server" />
        </Form>
      ) : (
        <Notice title={vps("testServerOrdered")} role={answer ? "alert" : undefined}>
          {t(states[state])}
        </Notice>
      )}
    </DialogPage>
  );
}
