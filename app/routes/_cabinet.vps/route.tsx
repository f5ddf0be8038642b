import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import * as z from "zod/mini";
import { FormErrors } from "#app/components/form/form-errors";
import { AttentionBanner } from "#app/components/layout/attention-banner";
import { MaintenanceNotice } from "#app/components/layout/maintenance-notice";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { isAtServer, isDialog, listAddress, listState } from "#app/lib/server-list-url";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { autoRenewalText } from "#app/services/auto-renewal.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import sheet from "#app/styles/sheets/vps.css?url";
import * as contract from "#contract/vps/index";
import { FirstSteps } from "./first-steps";
import { ListHead } from "./list-head";
import type { ServersPage } from "./load-list.server";
import { loadList } from "./load-list.server";
import { Plans } from "./plans";
import { ServersFilter } from "./servers-filter";
import { ServersTable } from "./servers-table";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "vps", "title");

const refreshSeconds = 3;

/** Loads the list and everything around it. A server's page has its own route, which shows no list. */
export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const { pathname, search } = new URL(request.url);
  if (isAtServer(pathname, search)) return { list: null, texts: await loadTranslations(request, "vps") };
  const list = await loadList(caller, search);
  // only the translations that are shown are sent
  const texts = await loadTranslations(
    request,
    "vps",
    ...(list.urgent || list.maintenance ? (["attention"] as const) : []),
    ...(list.steps.length > 0 ? (["firstSteps"] as const) : []),
  );
  return { list, texts };
}

/** A server's page was loaded without the list, so the list is loaded when the page is left. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || isAtServer(currentUrl.pathname, currentUrl.search);

const autoRenewalForm = z.object({ serverId: z.string(), autoRenewal: z.enum(["on", "off"]) });

/** The actions of the list itself: switches auto-renewal, skips a first step. */
export const action = formAction(requireClient, {
  setAutoRenewal: form(autoRenewalForm, async ({ serverId, autoRenewal }, { request, caller }) => {
    const on = autoRenewal === "on";
    await callApi(caller, contract.setAutoRenewal, { serverId, on });
    const address = listAddress(listState(new URL(request.url).search));
    return redirectWithToast(address, await autoRenewalText(request, caller, serverId));
  }),
  skip: form(contract.skipFirstStepForm, async ({ step }, { request, caller }) => {
    await callApi(caller, contract.skipFirstStep, { step });
    const t = await translationsFor(request, "firstSteps");
    return redirectWithToast(paths.vps, t("skipped"));
  }),
});

export default function Vps() {
  const { list } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <>
      {list && !isAtServer(pathname, search) && <List list={list} />}
      <Outlet />
    </>
  );
}

function List({ list }: { list: ServersPage }) {
  const t = useTranslations("vps");
  const answer = useActionData<typeof action>();
  const hasDialog = isDialog(useLocation().pathname);
  const { servers, query, urgent, maintenance, balanceCents, now } = list;
  const hasServers = servers.all > 0;
  return (
    <>
      {list.isSettingUp && !hasDialog && <Refreshing seconds={refreshSeconds} />}
      <ListHead list={list} />
      {urgent && <AttentionBanner urgent={urgent} balanceCents={balanceCents} returnTo={paths.vps} />}
      {maintenance && <MaintenanceNotice maintenance={maintenance} />}
      <FormErrors result={answer?.lastResult} />
      {!hasServers && <FirstSteps list={list} />}
      {hasServers && (
        <section aria-label={t("serversTitle")}>
          <ServersFilter query={query} />
          <ServersTable list={servers} query={query} now={now} />
        </section>
      )}
      {hasServers && <FirstSteps list={list} />}
      <Plans list={list} title={t(hasServers ? "rentAnother" : "rentAtOnce")} />
    </>
  );
}
