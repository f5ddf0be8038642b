import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ConsoleError } from "#app/components/admin/console-error";
import { Form } from "#app/components/form";
import { ErrorMain } from "#app/components/layout/error-page";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { loadTranslations } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import sheet from "#app/styles/sheets/admin.css?url";
import { mayRun } from "#contract/admin/roles";

/** The pages of the console are rendered without script; they need none. */
export const handle = { script: false };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Pages of the console, each with the operation that a role must be allowed to run to see it. */
const pages = [
  { href: paths.admin, label: "inbox", needs: "staff waiting" },
  { href: paths.adminClients(), label: "clients", needs: "clients find" },
  { href: paths.adminTickets(), label: "tickets", needs: "tickets list" },
  { href: paths.adminSection("money/deposits"), label: "deposits", needs: "deposits list" },
  { href: paths.adminSection("money/withdrawals"), label: "withdrawals", needs: "withdrawals list" },
  { href: paths.adminSection("money/invoices"), label: "invoices", needs: "invoices list" },
  { href: paths.adminSection("money/revenue"), label: "revenue", needs: "books revenue" },
  { href: paths.adminSection("machines"), label: "machines", needs: "servers failed" },
  { href: paths.adminSection("catalogue"), label: "catalogue", needs: "tariffs list" },
  { href: paths.adminSection("settings"), label: "settings", needs: "settings show" },
  { href: paths.adminAnnouncements(), label: "announcements", needs: "announcements list" },
  { href: paths.adminSection("texts"), label: "texts", needs: "texts list" },
  { href: paths.adminSection("health"), label: "health", needs: "jobs list" },
  { href: paths.adminAudit(), label: "audit", needs: "audit list" },
  { href: paths.adminOperations, label: "operations", needs: "staff waiting" },
] as const;

/**
 * Each page checks the session itself as well, because loaders run in parallel and this check does not protect child
 * routes.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { roles, name } = await requireStaff(request);
  return {
    name,
    pages: pages.filter(({ needs }) => mayRun(roles, needs)),
    texts: await loadTranslations(request, "admin", "operations"),
  };
}

export default function AdminPages() {
  return (
    <AdminLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AdminLayout>
  );
}

type LayoutProps = Pick<Awaited<ReturnType<typeof loader>>, "name" | "pages"> & { children: ReactNode };

/** The console's menu, with a page below it. */
function AdminLayout({ name, pages: open, children }: LayoutProps) {
  const t = useTranslations("admin");
  const { pathname } = useLocation();
  const isCurrent = (href: string) =>
    href === paths.admin ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
  return (
    <main id="main" className="admin">
      <div className="row apart">
        <Tabs
          label={t("navigation")}
          items={open.map(({ href, label }) => ({ href, label: t(label), current: isCurrent(href) }))}
        />
        <Form method="post" action={paths.adminLogout} className="row">
          <span className="muted small">{name}</span>
          <button type="submit" className={buttonClass("quiet")}>
            {t("logOut")}
          </button>
        </Form>
      </div>
      {children}
    </main>
  );
}

/** The error page of files of the console, which have no component, and of the layout itself: without the menu. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/admin");
  if (!data) return <ErrorMain isConsole />;
  return (
    <AdminLayout {...data}>
      <ConsoleError />
    </AdminLayout>
  );
}
