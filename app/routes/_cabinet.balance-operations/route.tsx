import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { useText } from "#app/components/text";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return { texts: await loadTexts(request, "balance") };
}

export default function BalanceOperations() {
  const t = useText("balance");
  const { pathname } = useLocation();
  const tab = (href: string, label: string, under = href) => ({
    href,
    label,
    current: under === paths.balance ? pathname === under : pathname.startsWith(under),
  });
  return (
    <>
      <div className="page-head no-print">
        <h1>{t("title")}</h1>
      </div>
      <Tabs
        label={t("sections")}
        items={[
          tab(paths.balance, t("overview")),
          tab(paths.deposit(), t("deposit")),
          tab(paths.transfer, t("transfer")),
          tab(paths.history("deposits"), t("histories"), "/balance-operations/history"),
          tab(paths.statement(), t("statement")),
        ]}
      />
      <Outlet />
    </>
  );
}
