import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import type { SortDirection } from "#app/components/ui/table";
import { SortHeader } from "#app/components/ui/table";
import { dateText } from "#app/lib/dates";
import { listAddress } from "#app/lib/server-list-url";
import { serverTone } from "#app/lib/server-tone";
import { paths } from "#app/paths";
import type { Output } from "#contract/endpoint";
import type { ServerRow, ServerSort, ServersQuery, servers } from "#contract/vps/index";
import { AutoRenewal, LoginDetails, More, PaidUntil, Renewal } from "./server-cells";

const statusNames = {
  settingUp: "statusSettingUp",
  active: "statusActive",
  blocked: "statusBlocked",
  revoked: "statusRevoked",
} as const;

/** A server in the list: the row links to its page and has one main action; the others are in the menu. */
function ServerLine({ row, now }: { row: ServerRow; now: number }) {
  const t = useTranslations("vps");
  const viewer = useViewer();
  return (
    <tr>
      <th scope="row">
        <code>{row.id}</code>
      </th>
      <td>
        {row.tariff}
        {row.isTest && ` (${t("testMark")})`}
      </td>
      <td>
        <Link to={paths.serverPage(row.id)} className={row.comment ? "go" : "go muted"}>
          {row.comment || t("noComment")}
        </Link>
      </td>
      <td>
        <LoginDetails row={row} />
      </td>
      <td>
        <span className="narrow-only">{t("issued")} </span>
        <time dateTime={row.issuedAt}>{dateText(row.issuedAt, viewer)}</time>
      </td>
      <td>
        <PaidUntil row={row} now={now} />
      </td>
      <td>
        <Renewal row={row} />
      </td>
      <td>
        <AutoRenewal row={row} />
      </td>
      <td>
        <Badge tone={serverTone[row.status]}>{t(statusNames[row.status])}</Badge>
      </td>
      <td>
        <More row={row} />
      </td>
    </tr>
  );
}

type List = Output<typeof servers>;

/** The columns of the specification, each with its sort key. */
const columns = [
  ["id", "id"],
  ["tariff", "tariff"],
  ["comment", null],
  ["loginDetails", null],
  ["issued", "issued"],
  ["paidUntil", "paidUntil"],
  ["renewal", null],
  ["autoRenewal", null],
  ["status", "status"],
] as const satisfies (readonly [string, ServerSort | null])[];

/**
 * The client's servers. Sorting and paging are links, so the URL describes the view. The same table serves every
 * width (servers.css).
 */
export function ServersTable({ list, query, now }: { list: List; query: ServersQuery; now: number }) {
  const t = useTranslations("vps");
  const common = useTranslations("common");
  if (list.total === 0) {
    return (
      <EmptyState
        title={t("nothingFound")}
        action={
          <Link className="lone" to={paths.vps}>
            {t("showAll")}
          </Link>
        }
      >
        {t("nothingFoundText")}
      </EmptyState>
    );
  }
  const sortOf = (by: ServerSort) => {
    const isSorted = query.sort === by;
    const next = isSorted && query.direction === "asc" ? "desc" : "asc";
    const direction: SortDirection = query.direction === "asc" ? "ascending" : "descending";
    return {
      href: listAddress({ ...query, sort: by, direction: next, page: 1 }),
      ...(isSorted && { direction }),
    };
  };
  return (
    <>
      <table className="servers">
        <caption className="hidden-text">{t("serversTitle")}</caption>
        <thead>
          <tr data-sort={t("sortBy")}>
            {columns.map(([name, sort]) => (
              <SortHeader key={name} column={{ label: t(name), ...(sort && { sort: sortOf(sort) }) }} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {list.servers.map((row) => (
            <ServerLine key={row.id} row={row} now={now} />
          ))}
        </tbody>
      </table>
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
