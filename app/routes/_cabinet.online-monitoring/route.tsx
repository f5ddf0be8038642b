import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import sheet from "#app/styles/sheets/monitoring.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSection(request, "monitoring");
  return { texts: await loadTranslations(request, "monitoring") };
}

/** The client's pages of online monitoring: subscription, accounts, guide. */
export default function OnlineMonitoring() {
  const t = useTranslations("monitoring");
  const { pathname } = useLocation();
  const under = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isSubscription = !under(paths.monitoringAccounts) && !under(paths.monitoringGuide);
  return (
    <>
      <header className="page-head">
        <h1>{t("title")}</h1>
      </header>
      <Tabs
        label={t("sections")}
        items={[
          { href: paths.monitoring, label: t("subscription"), current: isSubscription },
          {
            href: paths.monitoringAccounts,
            label: t("accountsTab"),
            current: under(paths.monitoringAccounts),
          },
          { href: paths.monitoringGuide, label: t("guide"), current: under(paths.monitoringGuide) },
        ]}
      />
      <Outlet />
    </>
  );
}
