import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { NextPages } from "#app/components/admin/next-pages";
import { PriorityBadge } from "#app/components/admin/priority-badge";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { EmptyState } from "#app/components/ui/empty-state";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { Tabs } from "#app/components/ui/tabs";
import { cursorsOf } from "#app/lib/cursors";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "tickets");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const query = new URL(request.url).searchParams;
  const status = contract.ticketFilters.find((one) => one === query.get("status")) ?? "waiting";
  const department = query.get("department") || undefined;
  const input = { status, department, ...cursorsOf(query) };
  return { status, department, ...(await callApi(caller, contract.tickets, input)) };
}

type Row = Awaited<ReturnType<typeof loader>>["tickets"][number];

export default function Tickets() {
  const t = useTranslations("admin");
  const viewer = useViewer();
  const { status, department, departments, tickets, previous, next } = useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    {
      key: "title",
      label: t("subject"),
      isRowHeader: true,
      cell: ({ id, title }) => (
        // biome-ignore lint/a11y/noAccessKey: staff goes from ticket to ticket by one key
        <a className="go" href={paths.adminTicket(id)} accessKey={id === tickets[0]?.id ? "n" : undefined}>
          {title}
        </a>
      ),
    },
    { key: "department", label: t("department"), cell: ({ department }) => department },
    { key: "client", label: t("client"), cell: ({ client }) => client },
    {
      key: "at",
      label: t("lastMessage"),
      cell: ({ lastMessageAt }) => (
        <time dateTime={lastMessageAt}>{dateTimeText(lastMessageAt, viewer)}</time>
      ),
    },
    { key: "assignee", label: t("assignee"), cell: ({ assignee }) => assignee ?? "–" },
    {
      key: "status",
      label: t("status"),
      phonePosition: "state",
      cell: ({ waitsForSupport, priority, status: state }) => (
        <>
          <Badge tone={waitsForSupport ? "waiting" : "neutral"}>
            {t(waitsForSupport ? "waitsForSupport" : state === "closed" ? "closed" : "waitsForClient")}
          </Badge>{" "}
          <PriorityBadge priority={priority} />
        </>
      ),
    },
  ];
  return (
    <>
      <h1>{t("tickets")}</h1>
      <Tabs
        small
        label={t("status")}
        items={contract.ticketFilters.map((one) => ({
          href: paths.adminTickets({ status: one, department }),
          label: t(`tickets_${one}`),
          current: status === one,
        }))}
      />
      <Tabs
        small
        label={t("department")}
        items={[
          { href: paths.adminTickets({ status }), label: t("allDepartments"), current: !department },
          ...departments.map(({ id, name }) => ({
            href: paths.adminTickets({ status, department: id }),
            label: name,
            current: department === id,
          })),
        ]}
      />
      {tickets.length > 0 ? (
        <Table caption={t("tickets")} columns={columns} rows={tickets} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title={t("noTickets")} />
      )}
      <NextPages
        previous={previous}
        next={next}
        href={(cursor) => paths.adminTickets({ status, department, ...cursor })}
      />
    </>
  );
}

export const ErrorBoundary = ConsoleError;
