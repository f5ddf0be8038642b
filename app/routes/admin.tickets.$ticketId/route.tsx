import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleError } from "#app/components/admin/console-error";
import { Notes } from "#app/components/admin/notes";
import { useOperationText } from "#app/components/admin/operation-text";
import { Promised } from "#app/components/admin/promised";
import { Servers } from "#app/components/admin/servers";
import { FormError } from "#app/components/form/form-error";
import { resultOf } from "#app/components/form/form-result";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Notice } from "#app/components/ui/notice";
import { placeOf } from "#app/lib/inbox-place";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { requireStaff } from "#app/services/staff.server";
import { accountOfForm, readStaffDraft } from "#app/services/staff-draft.server";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";
import { canClose } from "#contract/support/ticket-status";
import { answerTicket, draftNameOf, listOf } from "./actions.server";
import { ReplyForm } from "./reply-form";
import { Assignment, NewNote, Talk, ticketButton } from "./ticket-sections";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.ticket.title);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const from = listOf(request);
  const ticketId = params.ticketId ?? "";
  const ticket = await callApi(caller, contract.ticket, { ticketId, from });
  const account = accountOfForm(caller.id);
  const draft = await readStaffDraft(request, draftNameOf(ticketId), account);
  return {
    ticket,
    draft: Object.fromEntries(draft ?? []),
    account,
    from,
    nextPlace: ticket.next && placeOf({ kind: ticket.next.kind, id: ticket.next.itemId }, from),
    mayBlock: mayRun(caller.roles, "servers block"),
    idempotencyKey: randomUUID(),
  };
}

export const action = answerTicket;

export default function AdminTicketPage() {
  const t = useTranslations("admin");
  const text = useOperationText();
  const { ticket, draft, account, from, nextPlace, mayBlock, idempotencyKey } =
    useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const returnTo = paths.adminTicket(ticket.id, { from });
  const inserted = actionData?.intent === "insert" ? actionData.shown : undefined;
  const typed: Record<string, unknown> = actionData?.lastResult.initialValue ?? {
    text: draft.text,
    note: draft.note,
  };
  const haveChanged = actionData?.code === "valuesChanged" || actionData?.code === "valuesExist";
  // after another answer the form still begins with what it began with
  const etag = typeof typed.etag === "string" && !haveChanged ? typed.etag : ticket.assignmentEtag;
  const errorsOf = (intent: "note" | "assign" | "close") => resultOf(actionData, intent)?.error ?? {};
  return (
    <>
      <div className="page-head">
        <h1>{ticket.title}</h1>
        <Badge tone={ticket.waitsForSupport ? "waiting" : "neutral"}>
          {t(
            ticket.waitsForSupport
              ? "waitsForSupport"
              : ticket.status === "closed"
                ? "closed"
                : "waitsForClient",
          )}
        </Badge>
        {ticket.waitsForSupport && <Promised kind="ticket" />}
        <p>
          {ticket.department}, <a href={paths.adminClient(ticket.clientId)}>{ticket.client}</a> (
          {ticket.clientName}, {ticket.language.toUpperCase()})
        </p>
      </div>
      {ticket.openedBy.length > 0 && (
        <Notice tone="warning">{t("openedBy", { who: ticket.openedBy.join(", ") })}</Notice>
      )}
      <div className="columns">
        <div className="stack">
          {ticket.hasEarlierMessages && (
            <p>
              <a className="lone" href={paths.adminOperation("tickets read", { id: ticket.id, returnTo })}>
                {t("allMessages")}
              </a>
            </p>
          )}
          <Talk ticket={ticket} />
          <ReplyForm
            // a new message begins a new form
            key={ticket.lastMessageAt}
            account={account}
            savedReplies={ticket.savedReplies}
            seenAt={ticket.lastMessageAt}
            nextPlace={nextPlace}
            idempotencyKey={idempotencyKey}
            // of a saved reply that is gone, so that the typed text stays
            lastResult={inserted ? undefined : resultOf(actionData, "reply", "next", "insert")}
            inserted={inserted}
            typedText={typeof typed.text === "string" ? typed.text : undefined}
          />
          <FormError form={{ errors: errorsOf("close")[""] ?? undefined }} />
          <div className="row">
            {canClose(ticket.status) && (
              <button {...ticketButton("close")}>{text.button("tickets close")}</button>
            )}
            {nextPlace && (
              // biome-ignore lint/a11y/noAccessKey: staff goes from ticket to ticket by one key
              <a className="button" href={nextPlace} accessKey="n">
                {t(from ? "nextItem" : "nextTicket")}
              </a>
            )}
          </div>
        </div>
        <div className="stack">
          <Assignment
            // what a colleague has changed is shown, whatever was chosen
            key={etag}
            ticket={ticket}
            etag={etag}
            typed={typed}
            errors={errorsOf("assign")[""] ?? undefined}
          />
          <Notes
            title={t("internalNotes")}
            notes={ticket.notes}
            list={paths.adminOperation("tickets notes", { id: ticket.id, returnTo })}
          >
            <NewNote
              key={ticket.notes[0]?.at}
              typed={typeof typed.note === "string" ? typed.note : undefined}
              errors={errorsOf("note").note ?? errorsOf("note")[""] ?? undefined}
            />
          </Notes>
          <Servers
            servers={ticket.servers}
            mayBlock={mayBlock}
            returnTo={returnTo}
            idempotencyKey={idempotencyKey}
          />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = ConsoleError;
