import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { NextPages } from "#app/components/admin/next-pages";
import { useOperationText } from "#app/components/admin/operation-text";
import { PriorityBadge } from "#app/components/admin/priority-badge";
import { Promised } from "#app/components/admin/promised";
import { Since } from "#app/components/admin/since";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { EmptyState } from "#app/components/ui/empty-state";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { Tabs } from "#app/components/ui/tabs";
import { cursorsOf } from "#app/lib/cursors";
import { dueText } from "#app/lib/due-text";
import { placeOf } from "#app/lib/inbox-place";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import type { WaitingItem } from "#contract/admin/index";
import * as contract from "#contract/admin/index";
import type { WaitingKind } from "#contract/admin/waiting";
import { OwnProposals } from "./own-proposals";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "inbox");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const query = new URL(request.url).searchParams;
  const kind = (query.get("kind") ?? undefined) as WaitingKind | undefined;
  const inbox = await callApi(caller, contract.inbox, { kind, ...cursorsOf(query) });
  return { ...inbox, kind: kind ?? null };
}

/** Long queues are counted up to a limit. */
const countText = ({ count, hasMore }: { count: number; hasMore: boolean }) =>
  `${count}${hasMore ? "+" : ""}`;

export default function Inbox() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const viewer = useViewer();
  const { items, kind, counts, ownProposals, previous, next } = useLoaderData<typeof loader>();
  const total = {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    hasMore: counts.some(({ hasMore }) => hasMore),
  };
  // of tickets alone the next one is a ticket
  const from = kind === "ticket" ? undefined : "inbox";
  const [first] = items;
  const columns: Column<WaitingItem>[] = [
    {
      key: "about",
      label: t("about_"),
      isRowHeader: true,
      cell: (item) => (
        <a className="go" href={placeOf(item, from)}>
          {text.details(item)}
        </a>
      ),
    },
    {
      key: "kind",
      label: t("kind"),
      cell: ({ kind: of, department }) => [t(`kind_${of}`), department].filter(Boolean).join(", "),
    },
    {
      key: "client",
      label: t("client"),
      cell: ({ client, clientId }) =>
        clientId ? <a href={paths.adminClient(clientId)}>{client}</a> : (client ?? "–"),
    },
    {
      key: "since",
      label: t("since"),
      cell: ({ since }) => <Since since={since} />,
    },
    {
      key: "due",
      label: t("due"),
      phonePosition: "state",
      cell: ({ kind: of, dueAt, isLate, openedBy, priority }) => (
        <>
          {priority && <PriorityBadge priority={priority} />} {!dueAt && <Promised kind={of} />}
          {dueAt && (
            <Badge tone={isLate ? "negative" : "waiting"}>
              {t(isLate ? "late" : "dueBy", { time: dueText({ kind: of }, dueAt, viewer) })}
            </Badge>
          )}{" "}
          {openedBy.length > 0 && <Badge tone="info">{t("openedBy", { who: openedBy.join(", ") })}</Badge>}
        </>
      ),
    },
  ];
  return (
    <>
      <div className="page-head">
        <h1>{t("inbox")}</h1>
        {first && (
          // biome-ignore lint/a11y/noAccessKey: staff goes through the inbox by one key
          <a className="button primary" href={placeOf(first, from)} accessKey="n">
            {t("openFirst")}
          </a>
        )}
      </div>
      <Tabs
        small
        label={t("kind")}
        items={[
          { href: paths.admin, label: t("all", { count: countText(total) }), current: !kind },
          ...counts
            .filter(({ count }) => count > 0)
            .map((one) => ({
              href: paths.adminInbox({ kind: one.kind }),
              label: t(`kinds_${one.kind}`, { count: countText(one) }),
              current: kind === one.kind,
            })),
        ]}
      />
      {items.length > 0 ? (
        <Table
          caption={t("inbox")}
          columns={columns}
          rows={items}
          rowKey={(item) => `${item.kind} ${item.id}`}
        />
      ) : (
        <EmptyState title={t("inboxEmpty")} />
      )}
      <NextPages
        previous={previous}
        next={next}
        href={(cursor) => paths.adminInbox({ kind: kind ?? undefined, ...cursor })}
      />
      {ownProposals.length > 0 && <OwnProposals rows={ownProposals} />}
    </>
  );
}

export const ErrorBoundary = ConsoleError;
