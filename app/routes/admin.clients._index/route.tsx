import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ClientBadge } from "#app/components/admin/client-badge";
import { ConsoleError } from "#app/components/admin/console-error";
import { Form } from "#app/components/form";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { dateText } from "#app/lib/dates";
import { exactClient } from "#app/lib/exact-client";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { foundBy } from "#app/services/found-by.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "clients");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  const found = await foundBy(callApi(caller, contract.clients, { q: q.slice(0, 200) }));
  const clients = found?.clients ?? [];
  const exact = exactClient(clients, q);
  if (exact) throw redirect(paths.adminClient(exact.id));
  return { q, clients };
}

type Row = Awaited<ReturnType<typeof loader>>["clients"][number];

export default function Clients() {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const { q, clients } = useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    {
      key: "email",
      label: t("email"),
      isRowHeader: true,
      cell: ({ id, email }) => (
        <a className="go" href={paths.adminClient(id)}>
          {email}
        </a>
      ),
    },
    { key: "name", label: t("name"), cell: ({ name }) => name },
    { key: "since", label: t("clientSince"), cell: ({ createdAt }) => dateText(createdAt, viewer) },
    {
      key: "blocked",
      label: t("status"),
      phonePosition: "state",
      cell: (client) => <ClientBadge client={client} />,
    },
  ];
  return (
    <>
      <h1>{t("clients")}</h1>
      <Form method="get" className="row" role="search">
        <label htmlFor="q">{t("search")}</label>
        <input id="q" name="q" type="search" className="input" defaultValue={q} />
        <button type="submit" className="button">
          {t("find")}
        </button>
      </Form>
      <p className="hint">{t("searchHint")}</p>
      {clients.length > 0 ? (
        <Table caption={t("clients")} columns={columns} rows={clients} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title={t("noClients")} />
      )}
    </>
  );
}

export const ErrorBoundary = ConsoleError;
