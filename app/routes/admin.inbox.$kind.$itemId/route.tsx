import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { OperationButton } from "#app/components/admin/operation-button";
import { OperationTable } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { Promised } from "#app/components/admin/promised";
import { Since } from "#app/components/admin/since";
import { pageTitle } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { actionsFor } from "#app/lib/admin-section";
import { dateTimeText } from "#app/lib/dates";
import { dueText } from "#app/lib/due-text";
import { decisionsOf, placeOf } from "#app/lib/inbox-place";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";
import { disputeKinds, waitingKinds } from "#contract/admin/waiting";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "admin", "inbox");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const kind = waitingKinds.find((one) => one === params.kind);
  if (!kind) throw data({ message: "notFound" }, { status: 404 });
  const itemId = params.itemId ?? "";
  if (kind === "ticket") throw redirect(placeOf({ kind, id: itemId }, "inbox"));
  const found = await callApi(caller, contract.inboxItem, { kind, itemId });
  const values = { itemId, subjectId: found.subjectId, state: found.state };
  const actions = actionsFor(
    decisionsOf(kind).filter(({ operation }) => mayRun(caller.roles, operation)),
    values,
  );
  const disputeKind = kind === "dispute" ? disputeKinds.find((one) => one === found.state) : undefined;
  return {
    kind,
    disputeKind,
    orderId: disputeKind && disputeKind !== "unknownOrder" ? found.subjectId : null,
    item: found.item,
    isWaiting: found.isWaiting,
    decision: found.decision,
    isOwn: found.state === "ownProposal",
    fields: found.fields,
    tries: found.tries,
    clientLanguage: found.language,
    nextPlace: found.next && placeOf({ kind: found.next.kind, id: found.next.itemId }, "inbox"),
    actions,
    idempotencyKey: randomUUID(),
  };
}

export default function InboxItem() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const viewer = useViewer();
  const {
    kind,
    disputeKind,
    orderId,
    item,
    isWaiting,
    isOwn,
    decision,
    fields,
    tries,
    clientLanguage,
    nextPlace,
    actions,
    idempotencyKey,
  } = useLoaderData<typeof loader>();
  const next = nextPlace && (
    // biome-ignore lint/a11y/noAccessKey: staff goes through the inbox by one key
    <a className="button" href={nextPlace} accessKey="n">
      {t("nextItem")}
    </a>
  );
  return (
    <>
      <div className="page-head">
        <h1>{t(`kind_${kind}`)}</h1>
        {!item.dueAt && isWaiting && <Promised kind={kind} />}
        {item.dueAt && isWaiting && (
          <Badge tone={item.isLate ? "negative" : "waiting"}>
            {t(item.isLate ? "late" : "dueBy", { time: dueText({ kind }, item.dueAt, viewer) })}
          </Badge>
        )}
      </div>
      {!isWaiting && <Notice>{t("itemDecided")}</Notice>}
      {isWaiting && isOwn && <Notice tone="warning">{t("ownProposal")}</Notice>}
      {item.openedBy.length > 0 && (
        <Notice tone="warning">{t("openedBy", { who: item.openedBy.join(", ") })}</Notice>
      )}
      {disputeKind && <Notice>{t(`dispute_${disputeKind}`)}</Notice>}
      <DescriptionList
        items={[
          [t("about_"), text.details(item)],
          [
            t("kind_deposit"),
            orderId && <a href={placeOf({ kind: "deposit", id: orderId }, "inbox")}>{orderId}</a>,
          ],
          ...fields.map(({ name, value }) => [text.column(name), value] as const),
          [
            t("client"),
            item.clientId ? <a href={paths.adminClient(item.clientId)}>{item.client}</a> : item.client,
          ],
          [t("clientLanguage"), clientLanguage && text.value(clientLanguage)],
          [t("since"), <Since key="since" since={item.since} />],
          [
            t("decision"),
            decision &&
              `${text.title(decision.operation)}, ${decision.by}, ${dateTimeText(decision.at, viewer)}`,
          ],
        ]}
      />
      {tries.length > 0 && (
        <section>
          <h2>{t("tries")}</h2>
          <OperationTable
            operation="servers orders"
            caption={t("tries")}
            rows={tries}
            returnTo={paths.admin}
            idempotencyKey={idempotencyKey}
          />
        </section>
      )}
      <div className="row">
        {isWaiting &&
          actions.map((action) => (
            <OperationButton
              key={action.operation}
              {...action}
              returnTo={nextPlace ?? paths.admin}
              backTo={paths.adminInboxItem({ kind, itemId: item.id })}
              idempotencyKey={idempotencyKey}
            >
              {isOwn ? t("withdrawProposal") : undefined}
            </OperationButton>
          ))}
        {next}
      </div>
      <p>
        <a href={paths.admin}>{t("inbox")}</a>
      </p>
    </>
  );
}

export const ErrorBoundary = ConsoleError;
