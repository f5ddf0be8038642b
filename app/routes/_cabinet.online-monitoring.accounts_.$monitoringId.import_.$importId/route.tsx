import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { Refreshing } from "#app/components/shell/refreshing";
import { useText } from "#app/components/text";
import { Meter } from "#app/components/ui/meter";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/monitoring/import";
import { Preview } from "./preview";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "import", "title");

const refreshSeconds = 2;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const { monitoringId: id = "", importId = "" } = params;
  const [status, { number }, texts] = await Promise.all([
    callApi(caller, contract.readImport, { id, importId }),
    callApi(caller, contract.importForm, { id }),
    loadTexts(request, "import"),
  ]);
  return { ...status, id, number, texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const { monitoringId: id = "", importId = "" } = params;
  const intent = (await readForm(request)).get("intent");
  if (intent === "discard") {
    await callApi(caller, contract.discardImport, { id, importId });
    const t = await textFor(request, "import");
    return redirectWithToast(paths.importHistory(id), t("discarded"));
  }
  await callApi(caller, contract.confirmImport, { id, importId });
  return redirect(paths.importPreview(id, importId));
}

export default function ImportPreview() {
  const t = useText("import");
  const status = useLoaderData<typeof loader>();
  const { id, state, progress, problem, preview, accountName, number, addedTrades, addedOperations } = status;
  const count = (preview?.trades ?? 0) + (preview?.operations ?? 0);
  return (
    <section className="stack">
      <h2>
        {t("title")}: {accountName} ({number})
      </h2>
      {state === "reading" && (
        <Working title={t("readingTitle")} text={t("readingText")} progress={progress} />
      )}
      {state === "importing" && (
        <Working title={t("importingTitle")} text={t("importingText", { count })} progress={progress} />
      )}
      {state === "failed" && (
        <Notice tone="negative" role="alert" title={t("failedTitle")}>
          <p>{problem}</p>
          <p>{t("failedText")}</p>
          <Link to={paths.importHistory(id)}>{t("another")}</Link>
        </Notice>
      )}
      {state === "ready" && preview && <Preview status={status} preview={preview} />}
      {state === "imported" && (
        <Notice tone="positive" role="status" title={t("importedTitle")}>
          <p>{t("importedText", { trades: addedTrades, operations: addedOperations })}</p>
          <a href={paths.monitoringPage(id)}>{t("toPage")}</a>
        </Notice>
      )}
      <p>
        <Link to={paths.monitoringAccounts}>{t("back")}</Link>
      </p>
    </section>
  );
}

/** Work that goes on elsewhere: the page follows it with and without script. */
function Working({ title, text, progress }: { title: string; text: string; progress: number }) {
  const t = useText("import");
  return (
    <>
      <Notice role="status" title={title}>
        <p>{text}</p>
      </Notice>
      <Meter label={title} value={progress} max={100}>
        {t("progress", { percent: progress })}
      </Meter>
      <Refreshing seconds={refreshSeconds} />
    </>
  );
}
