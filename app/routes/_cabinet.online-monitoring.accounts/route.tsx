import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { AccountsUsed } from "#app/components/accounts-used";
import { sparklinePath } from "#app/components/chart/sparkline-path.server";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/monitoring/index";
import { AccountTable } from "./account-table";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "accounts", "accountsTab");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [{ accounts, available }, texts] = await Promise.all([
    callApi(caller, contract.accountList, {}),
    loadTranslations(request, "accounts"),
  ]);
  const withSparklines = accounts.map(({ growth, ...account }) => ({
    ...account,
    sparkline: sparklinePath(growth),
    growth: growth.at(-1)?.[1] ?? 0,
  }));
  return { accounts: withSparklines, available, texts };
}

export default function MonitoringAccounts() {
  const t = useTranslations("accounts");
  const { accounts, available } = useLoaderData<typeof loader>();
  const add = (
    <Link to={paths.newMonitoringAccount} className={buttonClass("primary")} preventScrollReset>
      {t("addAccount")}
    </Link>
  );
  return (
    <>
      {accounts.length === 0 ? (
        <EmptyState title={t("emptyTitle")} action={add}>
          {t("emptyText")}
        </EmptyState>
      ) : (
        <section className="stack">
          <div className="row apart">
            <p className="muted">
              <AccountsUsed used={accounts.length} available={available} />
            </p>
            {add}
          </div>
          <AccountTable accounts={accounts} />
          <p className="hint">
            {t("daysAre")} <a href={paths.publicAccounts()}>{t("publicAccounts")}</a>
          </p>
        </section>
      )}
      <Outlet />
    </>
  );
}
