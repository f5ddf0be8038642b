import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useActionData, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import * as z from "zod/mini";
import { Refusal } from "#app/components/form/refusal";
import { pageTitle } from "#app/components/page-title";
import { Refreshing } from "#app/components/shell/refreshing";
import { useText } from "#app/components/text";
import { EmptyState } from "#app/components/ui/empty-state";
import { listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import { canOrderTestServer } from "#contract/vps/status";
import { RateCard } from "./rate-card";
import { ServersFilter } from "./servers-filter";
import { ServersTable } from "./servers-table";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "vps", "title");

const refreshSeconds = 3;
/** A setup that takes longer is not worth asking for every few seconds. */
const settingUpMilliseconds = 15 * 60 * 1000;

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const { searchParams } = new URL(request.url);
  const query = contract.serversQuery.parse(Object.fromEntries(searchParams));
  const [{ rates, testServer }, list, texts] = await Promise.all([
    callApi(caller, contract.rates, {}),
    callApi(caller, contract.servers, query),
    loadTexts(request, "vps"),
  ]);
  const isSettingUp = list.servers.some(
    ({ status, issuedAt }) =>
      status === "settingUp" && Date.now() - Date.parse(issuedAt) < settingUpMilliseconds,
  );
  return { rates, testServer, list, query: { ...query, page: list.page }, isSettingUp, texts };
}

const autoRenewalForm = z.object({ serverId: z.string(), autoRenewal: z.enum(["on", "off"]) });

/** The one thing that is done in the list itself: turning auto-renewal on and off. */
export const action = formAction(
  requireClient,
  form(autoRenewalForm, async ({ serverId, autoRenewal }, { request, caller }) => {
    const on = autoRenewal === "on";
    await callApi(caller, contract.setAutoRenewal, { serverId, on });
    const t = await textFor(request, "renewal");
    const address = listAddress(listState(new URL(request.url).search));
    return redirectWithToast(address, t(on ? "autoRenewalOn" : "autoRenewalOff", { id: serverId }));
  }),
);

export default function Vps() {
  const t = useText("vps");
  const { testServer, list, isSettingUp } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const hasDialog = useMatches().at(-1)?.pathname.replace(/\/$/, "") !== paths.vps;
  return (
    <>
      {isSettingUp && !hasDialog && <Refreshing seconds={refreshSeconds} />}
      <div className="page-head">
        <h1>{t("title")}</h1>
        <Link
          to={listAddress(listState(search), paths.testServer)}
          className={canOrderTestServer(testServer) ? "button" : undefined}
          preventScrollReset
        >
          {t(canOrderTestServer(testServer) ? "testServerLink" : "testServerOrdered")}
        </Link>
        <p>{t("intro")}</p>
      </div>
      <Refusal result={useActionData<typeof action>()?.lastResult} />
      {/* who has servers comes for them, who has none for the rates */}
      {list.all > 0 && <Servers />}
      <Rates />
      {list.all === 0 && <Servers />}
      <Outlet />
    </>
  );
}

function Rates() {
  const t = useText("vps");
  const { rates } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="rates">
      <h2 id="rates">{t("ratesTitle")}</h2>
      {rates.length === 0 ? (
        <EmptyState title={t("noRates")}>{t("noRatesText")}</EmptyState>
      ) : (
        <ul className="grid">
          {rates.map((rate) => (
            <RateCard key={rate.id} rate={rate} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Servers() {
  const t = useText("vps");
  const { list, query } = useLoaderData<typeof loader>();
  return (
    <section aria-labelledby="servers">
      <div className="row apart">
        <h2 id="servers">{t("serversTitle")}</h2>
        {list.all > 0 && <span className="muted">{t("found", { count: list.total })}</span>}
      </div>
      {list.all === 0 ? (
        <EmptyState title={t("noServers")}>{t("noServersText")}</EmptyState>
      ) : (
        <>
          <ServersFilter query={query} />
          <ServersTable list={list} query={query} />
        </>
      )}
    </section>
  );
}
