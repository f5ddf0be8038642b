import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { loadTranslations } from "#app/services/locale.server";
import { ownAccount } from "#app/services/own-account.server";
import { requireSection } from "#app/services/sections.server";
import sheet from "#app/styles/sheets/monitoring.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [{ monitoringId, name }, texts] = await Promise.all([
    ownAccount(caller, params.monitoringId),
    loadTranslations(request, "settings"),
  ]);
  return { monitoringId, name, texts };
}

/** The owner's settings of an account: each tab is a child route. */
export default function MonitoringSettings() {
  const t = useTranslations("settings");
  const { monitoringId, name } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const tabs = ["common", "reports", "notifications"] as const;
  return (
    <>
      <header className="page-head">
        <h1>{t("settingsTitle", { name })}</h1>
        <a className="lone" href={paths.monitoringPage(monitoringId)}>
          {t("toPage")}
        </a>
      </header>
      <Tabs
        label={t("settings")}
        items={tabs.map((tab) => ({
          href: paths.monitoringSettings(monitoringId, tab),
          label: t(tab),
          current: pathname.startsWith(paths.monitoringSettings(monitoringId, tab)),
        }))}
      />
      <div className="halves">
        <Outlet />
      </div>
    </>
  );
}
