import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/mini";
import { ConsoleError } from "#app/components/admin/console-error";
import { Notes } from "#app/components/admin/notes";
import { OperationButton } from "#app/components/admin/operation-button";
import { Servers } from "#app/components/admin/servers";
import { resultOf } from "#app/components/form/form-result";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { Notice } from "#app/components/ui/notice";
import { placeOf } from "#app/lib/inbox-place";
import { adminAddress } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";
import { ticketFileMaxBytes } from "#contract/rules";
import { replyInput } from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";
import { ReplyForm } from "./reply-form";
import { Assignment, Talk } from "./ticket-sections";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.ticket.title);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const from = listOf(request);
  const ticket = await callApi(caller, contract.ticket, { ticketId: params.ticketId ?? "", from });
  return {
    ticket,
    from,
    nextPlace: ticket.next && placeOf({ kind: ticket.next.kind, id: ticket.next.itemId }, from),
    mayBlock: mayRun(caller.roles, "servers block"),
    idempotencyKey: randomUUID(),
  };
}

/** Returns `inbox` if the ticket was opened from there, and undefined if from the list of tickets. */
const listOf = (request: Request) =>
  new URL(request.url).searchParams.get("from") === "inbox" ? ("inbox" as const) : undefined;

const replyForm = z.extend(replyInput, { next: z.optional(z.string()), seenAt: z.optional(z.string()) });

/** Sends a reply; then opens the next ticket or item if that was chosen. */
const answer = (isLast: boolean) =>
  form<typeof replyForm, Awaited<ReturnType<typeof requireStaff>>, Response>(
    replyForm,
    async ({ text, files, next, seenAt }, { request, params, caller, idempotencyKey }) => {
      const ticketId = params.ticketId ?? "";
      await callApi(caller, contract.reply, { ticketId, text, files, seenAt }, { idempotencyKey });
      const t = await translationsFor(request, "admin");
      const here = paths.adminTicket(ticketId, { from: listOf(request) });
      return redirectWithToast(isLast ? adminAddress(next ?? null) : here, t("replied"));
    },
  );

const insertForm = z.object({ text: z.optional(z.string()), saved: z.string() });

/** Returns the typed text with a saved reply below it, in the language of the ticket's client. */
const insert = form<typeof insertForm, Awaited<ReturnType<typeof requireStaff>>, { text: string }>(
  insertForm,
  async ({ text = "", saved }, { params, caller }) => {
    const { draft } = await callApi(caller, contract.ticket, { ticketId: params.ticketId ?? "", saved });
    const typed = text.replaceAll("\r\n", "\n").trimEnd();
    return { text: [typed, draft].filter(Boolean).join("\n\n") };
  },
);

export const action = formAction(
  requireStaff,
  { reply: answer(false), next: answer(true), insert },
  { files: { maxFileBytes: ticketFileMaxBytes } },
);

export default function AdminTicketPage() {
  const t = useTranslations("admin");
  const { ticket, from, nextPlace, mayBlock, idempotencyKey } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const returnTo = paths.adminTicket(ticket.id, { from });
  const about = { returnTo, idempotencyKey };
  const inserted = actionData?.intent === "insert" ? actionData.shown : undefined;
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
            savedReplies={ticket.savedReplies}
            seenAt={ticket.lastMessageAt}
            nextPlace={nextPlace}
            idempotencyKey={idempotencyKey}
            // of a saved reply that is gone, so that the typed text stays
            lastResult={inserted ? undefined : resultOf(actionData, "reply", "next", "insert")}
            inserted={inserted}
          />
          <div className="row">
            {canClose(ticket.status) && (
              <OperationButton
                operation="tickets close"
                input={{ id: ticket.id }}
                idempotencyKey={idempotencyKey}
                returnTo={nextPlace ?? paths.admin}
              />
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
          <Assignment ticket={ticket} {...about} />
          <Notes
            title={t("internalNotes")}
            notes={ticket.notes}
            operation="tickets note"
            list="tickets notes"
            about={{ field: "id", id: ticket.id }}
            {...about}
          />
          <Servers servers={ticket.servers} mayBlock={mayBlock} {...about} />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = ConsoleError;
