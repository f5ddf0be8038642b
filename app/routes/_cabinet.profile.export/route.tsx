import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { DialogPage } from "#app/components/layout/dialog-page";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { dateTimeText } from "#app/lib/dates";
import { fileSize } from "#app/lib/file-size";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import * as contract from "#contract/privacy/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "dataExport", "title");

const refreshSeconds = 3;

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ export: latestExport }, texts] = await Promise.all([
    callApi(caller, contract.exportState, {}),
    loadTranslations(request, "dataExport"),
  ]);
  return { known: latestExport, texts };
}

export const action = formAction(
  requireClient,
  form(noFields, async (_, { caller }) => {
    await callApi(caller, contract.requestExport, {});
    return redirect(paths.dataExport);
  }),
);

export default function DataExport() {
  const t = useTranslations("dataExport");
  const { known: latestExport } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <DialogPage title={t("title")} closeTo={paths.profile}>
      <FormErrors result={answer?.lastResult} />
      <p>{t("text")}</p>
      {latestExport?.status === "preparing" && (
        <Notice tone="info" title={t("preparing")} role="status">
          <p>{t("preparingText")}</p>
          <Refreshing seconds={refreshSeconds} />
        </Notice>
      )}
      {latestExport?.status === "ready" && (
        <Ready endsAt={latestExport.endsAt ?? ""} bytes={latestExport.bytes ?? 0} />
      )}
      {latestExport?.status === "fetched" && (
        <Notice tone="info" title={t("fetched")}>
          <p>{t("fetchedText")}</p>
        </Notice>
      )}
      {latestExport?.status !== "preparing" && latestExport?.status !== "ready" && (
        <Form method="post">
          <SubmitButton>{t("ask")}</SubmitButton>
        </Form>
      )}
    </DialogPage>
  );
}

function Ready({ endsAt, bytes }: { endsAt: string; bytes: number }) {
  const t = useTranslations("dataExport");
  const viewer = useViewer();
  const { unit, value } = fileSize(bytes);
  return (
    <Notice tone="positive" title={t("ready")} role="status">
      <p>{t("readyText", { size: t(unit, { value }), time: dateTimeText(endsAt, viewer) })}</p>
      <Form method="post" action={paths.dataExportFile} reloadDocument>
        <SubmitButton>{t("download")}</SubmitButton>
      </Form>
    </Notice>
  );
}
