import { Link } from "@remix-run/react";
import { useText } from "#app/components/text";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { listAddress } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { Output } from "#contract/call";
import type { ServerRow, ServerSort, ServersQuery, servers } from "#contract/vps/index";
import {
  AutoRenewalCell,
  CommentCell,
  DateCell,
  LoginCell,
  RenewalCell,
  StatusCell,
  TariffCell,
} from "./server-cells";

type List = Output<typeof servers>;

/** The client's servers: sorted and paged by links, so that the address says what is seen. */
export function ServersTable({ list, query }: { list: List; query: ServersQuery }) {
  const t = useText("vps");
  const common = useText("common");
  if (list.total === 0) {
    return (
      <EmptyState title={t("nothingFound")} action={<Link to={paths.vps}>{t("showAll")}</Link>}>
        {t("nothingFoundText")}
      </EmptyState>
    );
  }
  const sort = (by: ServerSort): Column<ServerRow>["sort"] => {
    const isSorted = query.sort === by;
    const next = isSorted && query.direction === "asc" ? "desc" : "asc";
    const direction = query.direction === "asc" ? "ascending" : "descending";
    return {
      href: listAddress({ ...query, sort: by, direction: next, page: 1 }),
      ...(isSorted && { direction }),
    };
  };
  const columns: Column<ServerRow>[] = [
    {
      key: "id",
      label: t("id"),
      isRowHeader: true,
      sort: sort("id"),
      cell: ({ id }) => <code className="nowrap">{id}</code>,
    },
    { key: "tariff", label: t("tariff"), sort: sort("tariff"), cell: (row) => <TariffCell row={row} /> },
    { key: "comment", label: t("comment"), cell: (row) => <CommentCell row={row} /> },
    { key: "login", label: t("loginDetails"), cell: (row) => <LoginCell row={row} /> },
    {
      key: "issued",
      label: t("issued"),
      sort: sort("issued"),
      cell: (row) => <DateCell iso={row.issuedAt} />,
    },
    {
      key: "paidUntil",
      label: t("paidUntil"),
      sort: sort("paidUntil"),
      cell: (row) => <DateCell iso={row.paidUntil} />,
    },
    { key: "renewal", label: t("renewal"), cell: (row) => <RenewalCell row={row} /> },
    { key: "autoRenewal", label: t("autoRenewal"), cell: (row) => <AutoRenewalCell row={row} /> },
    { key: "status", label: t("status"), sort: sort("status"), cell: (row) => <StatusCell row={row} /> },
  ];
  return (
    <>
      <Table caption={t("serversTitle")} columns={columns} rows={list.servers} rowKey={({ id }) => id} />
      <Pager
        page={list.page}
        pageCount={list.pages}
        href={(page) => listAddress({ ...query, page })}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </>
  );
}
