import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Pager } from "#app/components/ui/pager";
import { Table } from "#app/components/ui/table";
import { dateTimeText } from "#app/lib/dates";
import { eventTextKey } from "#app/lib/event-text-key";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { pageNumber } from "#app/services/page-number.server";
import { requireClient } from "#app/services/session.server";
import type { StaffActionKind } from "#contract/security/events";
import * as contract from "#contract/security/index";
import type { Key } from "#locales/translate";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "activity", "activityTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const [texts, list, staff] = await Promise.all([
    loadTranslations(request, "activity"),
    callApi(session, contract.activity, { page: pageNumber(request) }),
    callApi(session, contract.staffActivity, {}),
  ]);
  return { texts, ...list, staff: staff.events };
}

const staffNameOf = (kind: StaffActionKind) =>
  `staff${kind[0]?.toUpperCase()}${kind.slice(1)}` as Key<"activity">;

/** Staff actions with their reasons; renders nothing if there are none. */
function StaffActivity() {
  const t = useTranslations("activity");
  const viewer = useViewer();
  const { staff } = useLoaderData<typeof loader>();
  if (staff.length === 0) return null;
  return (
    <section aria-labelledby="staff">
      <h2 id="staff">{t("staffTitle")}</h2>
      <p>{t("staffText")}</p>
      <Table
        caption={t("staffTitle")}
        rows={staff}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "what",
            label: t("staffWhat"),
            isRowHeader: true,
            cell: ({ kind, subject }) => [t(staffNameOf(kind)), subject].filter(Boolean).join(": "),
          },
          {
            key: "time",
            label: t("time"),
            phonePosition: "plain",
            cell: ({ at }) => <time dateTime={at}>{dateTimeText(at, viewer)}</time>,
          },
          {
            key: "reason",
            label: t("staffReason"),
            phonePosition: "plain",
            cell: ({ reason }) => reason ?? "",
          },
        ]}
      />
    </section>
  );
}

export default function Activity() {
  const t = useTranslations("activity");
  const common = useTranslations("common");
  const viewer = useViewer();
  const { events, page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <Link className="back" to={paths.profile}>
        {t("backToProfile")}
      </Link>
      <div className="page-head">
        <h1>{t("activityTitle")}</h1>
        <p>{t("activityText")}</p>
      </div>
      <Table
        caption={t("activityTitle")}
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "event",
            label: t("event"),
            isRowHeader: true,
            cell: ({ kind, subject }) => [t(eventTextKey(kind)), subject].filter(Boolean).join(": "),
          },
          {
            key: "time",
            label: t("time"),
            phonePosition: "plain",
            cell: ({ at }) => <time dateTime={at}>{dateTimeText(at, viewer)}</time>,
          },
          {
            key: "device",
            label: t("device"),
            phonePosition: "plain",
            cell: ({ device }) => device || t("unknownDevice"),
          },
          { key: "place", label: t("place"), phonePosition: "plain", cell: ({ address }) => address },
        ]}
      />
      <Pager
        page={page}
        pageCount={pages}
        href={paths.activityPage}
        label={common("pages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
      <StaffActivity />
    </>
  );
}
