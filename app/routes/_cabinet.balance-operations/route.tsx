import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation, useParams } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import { periodFromUrl } from "#app/lib/period-from-url";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { historyKinds } from "#contract/balance/ledger-lines";
import { comingPayments } from "#contract/vps/index";
import { Hero } from "./hero";
import { UpcomingPayments } from "./upcoming-payments";

/** The list of operations is shown below the balance; deposit, transfer and statement are separate pages. */
const isList = (pathname: string) =>
  [paths.balance, paths.invoices()].includes(pathname.replace(/\.data$|\/$/, "")) ||
  pathname.startsWith(`${paths.balance}/history/`);

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [coming, texts] = await Promise.all([
    isList(new URL(request.url).pathname) ? callApi(caller, comingPayments, {}) : null,
    loadTranslations(request, "balance"),
  ]);
  return { coming, texts };
}

export default function BalanceOperations() {
  const t = useTranslations("balance");
  const { coming } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const params = useParams();
  const kind = historyKinds.find((one) => one === params.kind);
  if (!coming || !isList(pathname))
    return (
      <>
        <Link
          className="back no-print"
          to={kind ? paths.history(kind) : params.invoiceId ? paths.invoices() : paths.balance}
        >
          {t(kind ? `history_${kind}` : params.invoiceId ? "invoices" : "title")}
        </Link>
        <Outlet />
      </>
    );
  const period = periodFromUrl(search);
  const kinds = historyKinds.map((kind) => ({
    href: paths.history(kind, period),
    label: t(`history_${kind}`),
    current: pathname === paths.history(kind),
  }));
  const all = { href: paths.operations(period), label: t("all"), current: pathname === paths.balance };
  const invoices = { href: paths.invoices(), label: t("invoices"), current: pathname === paths.invoices() };
  return (
    <>
      <Hero coming={coming} />
      <div className="beside">
        <section className="card" aria-labelledby="operations">
          <h2 id="operations">{t("operations")}</h2>
          <Tabs small label={t("kinds")} items={[all, ...kinds, invoices]} />
          <Outlet />
        </section>
        <UpcomingPayments {...coming} />
      </div>
    </>
  );
}
