import { Outlet, useLoaderData } from "react-router-dom";
import { AttentionBanner } from "#app/components/layout/attention-banner";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { FirstSteps } from "#app/routes/_cabinet.vps/first-steps";
import { ListHead } from "#app/routes/_cabinet.vps/list-head";
import type { ServersPage } from "#app/routes/_cabinet.vps/load-list.server";
import { Plans } from "#app/routes/_cabinet.vps/plans";
import { ServersFilter } from "#app/routes/_cabinet.vps/servers-filter";
import { ServersTable } from "#app/routes/_cabinet.vps/servers-table";

/** The list of servers, built from the product's components. */
export function Component() {
  const { list } = useLoaderData() as { list: ServersPage };
  const t = useTranslations("vps");
  const { servers, query, urgent, balanceCents, now } = list;
  const hasServers = servers.all > 0;
  return (
    <main id="main">
      <ListHead list={list} />
      {urgent && <AttentionBanner urgent={urgent} balanceCents={balanceCents} returnTo={paths.vps} />}
      {hasServers && (
        <section aria-label={t("serversTitle")}>
          <ServersFilter query={query} />
          <ServersTable list={servers} query={query} now={now} />
        </section>
      )}
      <FirstSteps list={list} />
      <Plans list={list} title={t(hasServers ? "rentAnother" : "rentAtOnce")} />
      <Outlet />
    </main>
  );
}
