import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import * as z from "zod/mini";
import { FormErrors } from "#app/components/form/form-errors";
import { AttentionBanner } from "#app/components/layout/attention-banner";
import { MaintenanceNotice } from "#app/components/layout/maintenance-notice";
import { Refreshing } from "#app/components/layout/refreshing";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Meter } from "#app/components/ui/meter";
import { Notice } from "#app/components/ui/notice";
import type { TimelineStep } from "#app/components/ui/timeline";
import { Timeline } from "#app/components/ui/timeline";
import { memoryGb } from "#app/lib/machine";
import { numberText } from "#app/lib/numbers";
import { isAtServer } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { autoRenewalText } from "#app/services/auto-renewal.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import { isOpenOrder } from "#contract/vps/status";
import { Accounts } from "./accounts";
import { Connection } from "./connection";
import { History } from "./history";
import type { ServerPage } from "./load-server.server";
import { loadServer } from "./load-server.server";
import { PaidTime } from "./paid-time";
import { Power } from "./power";
import { ServerHead } from "./server-head";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const server = data?.place?.server;
  const product = (matches[0]?.data as { productName?: string } | undefined)?.productName;
  return server ? [{ title: `${serverName(server)} · ${product ?? ""}` }] : [];
};

const refreshSeconds = 3;

/** Loads the server's own page. Returns nothing if a dialog of the server is open over the list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const { pathname, search } = new URL(request.url);
  if (!isAtServer(pathname, search)) return { place: null, texts: {} };
  const page = await loadServer(caller, params.serverId ?? "");
  const hasAttention = page.urgent || page.server.maintenance;
  const texts = await loadTranslations(request, "server", ...(hasAttention ? (["attention"] as const) : []));
  return { place: page, texts };
}

/** A dialog over the list was loaded without the server's page, so that is loaded when the dialog is left. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || !isAtServer(currentUrl.pathname, currentUrl.search);

const autoRenewalForm = z.object({ autoRenewal: z.enum(["on", "off"]) });

/** Turns auto-renewal on and off. */
export const action = formAction(
  requireClient,
  form(autoRenewalForm, async ({ autoRenewal }, { request, params, caller }) => {
    const serverId = params.serverId ?? "";
    const on = autoRenewal === "on";
    await callApi(caller, contract.setAutoRenewal, { serverId, on });
    return redirectWithToast(paths.serverPage(serverId), await autoRenewalText(request, caller, serverId));
  }),
);

export default function Server() {
  const t = useTranslations("server");
  const { place: page } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const answer = useActionData<typeof action>();
  if (!page || !isAtServer(pathname, search)) return <Outlet />;
  const { server, urgent, control } = page;
  const isSettingUp = server.status === "settingUp";
  const isBusy = isSettingUp || control.requests.some(({ status }) => isOpenOrder(status));
  const isAlone = pathname === paths.serverPage(server.id);
  return (
    <>
      {isBusy && isAlone && <Refreshing seconds={refreshSeconds} />}
      <ServerHead page={page} />
      {urgent && (
        <AttentionBanner
          urgent={urgent}
          balanceCents={server.balanceCents}
          returnTo={paths.serverPage(server.id)}
          isAtServer
        />
      )}
      {server.maintenance && <MaintenanceNotice maintenance={server.maintenance} />}
      {server.status === "revoked" && <Notice>{t("revokedText")}</Notice>}
      <FormErrors result={answer?.lastResult} />
      <div className="place">
        <div className="stack">
          {isSettingUp && <SetUp page={page} />}
          <Connection page={page} />
          <Power page={page} />
        </div>
        <div className="stack place-side">
          <PaidTime page={page} />
          <Plan page={page} />
        </div>
        <div className="stack">
          {!isSettingUp && <Accounts page={page} />}
          <History page={page} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

/** The specs of the server. */
function Plan({ page: { server } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const vps = useTranslations("vps");
  const language = useLanguage();
  const { processor, memoryMb, diskGb, terminals, trafficGb } = server;
  const number = (value: number) => numberText(value, language);
  return (
    <section className="card" aria-labelledby="plan">
      <h2 id="plan">{t("plan")}</h2>
      <DescriptionList
        atEnd
        items={[
          [vps("tariff"), server.tariff],
          [t("processor"), vps("cores", { count: processor })],
          [t("memory"), vps("gigabytes", { value: number(memoryGb(memoryMb)) })],
          [t("disk"), vps("gigabytes", { value: number(diskGb) })],
          [t("terminals"), t("terminalsUpTo", { count: terminals })],
          [
            t("traffic"),
            trafficGb === null ? t("unlimited") : t("trafficMonthly", { value: number(trafficGb) }),
          ],
        ]}
      />
    </section>
  );
}

/** The progress of a new server's setup. */
function SetUp({ page: { server, events } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const order = events.find(({ kind }) => kind === "create");
  // the steps are paid, reserved, starting and ready
  const reached = order?.status === "running" ? 2 : 1;
  const titles = [
    t("stepPaid"),
    t("stepReserved"),
    t("stepStarts", { system: server.operatingSystem }),
    t("stepReady"),
  ];
  const steps = titles.map(
    (title, index): TimelineStep => ({
      key: title,
      title,
      state: index < reached ? "done" : index === reached ? "current" : "coming",
    }),
  );
  return (
    <section className="card" aria-labelledby="set-up">
      <h2 id="set-up">{t("settingUp")}</h2>
      <Meter label={t("settingUp")} value={reached} max={titles.length} />
      <Timeline steps={steps} />
      <p className="hint">{t("settingUpText")}</p>
    </section>
  );
}
