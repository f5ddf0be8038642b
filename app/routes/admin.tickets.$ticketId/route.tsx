import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/mini";
import { Notes } from "#app/components/admin/notes";
import { OperationButton } from "#app/components/admin/operation-button";
import { Servers } from "#app/components/admin/servers";
import { Form } from "#app/components/form";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { TextArea } from "#app/components/form/text-area";
import { useContractForm } from "#app/components/form/use-contract-form";
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
import { ticketFileMaxBytes, ticketFileTypes } from "#contract/rules";
import { replyInput } from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";
import { Assignment, Talk } from "./ticket-sections";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.ticket.title);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const saved = new URL(request.url).searchParams.get("saved") || undefined;
  const from = listOf(request);
  const ticket = await callApi(caller, contract.ticket, { ticketId: params.ticketId ?? "", saved, from });
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

export const action = formAction(
  requireStaff,
  { reply: answer(false), next: answer(true) },
  { files: { maxFileBytes: ticketFileMaxBytes } },
);

export default function AdminTicketPage() {
  const t = useTranslations("admin");
  const { ticket, from, nextPlace, mayBlock, idempotencyKey } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [replying, fields] = useContractForm(
    () => import("#contract/support/index").then((module) => module.replyInput),
    { lastResult: actionData?.lastResult, ...(ticket.draft && { defaultValue: { text: ticket.draft } }) },
  );
  const returnTo = paths.adminTicket(ticket.id, { from });
  const about = { returnTo, idempotencyKey };
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
          <Talk ticket={ticket} />
          <Form method="post" encType="multipart/form-data" of={replying} idempotencyKey={idempotencyKey}>
            <FormError form={replying} />
            <input type="hidden" name="seenAt" value={ticket.lastMessageAt} />
            {nextPlace && <input type="hidden" name="next" value={nextPlace} />}
            <TextArea field={fields.text} label={t("replyText")} rows={6} accessKey="r" />
            <FileField field={fields.files} label={t("files")} accept={ticketFileTypes} multiple />
            <div className="row">
              <button type="submit" name="intent" value="reply" className="button primary">
                {t("reply")}
              </button>
              <button type="submit" name="intent" value="next" className="button">
                {t("replyAndNext")}
              </button>
            </div>
          </Form>
          {ticket.savedReplies.length > 0 && (
            <Form method="get" className="row">
              {from && <input type="hidden" name="from" value={from} />}
              <label htmlFor="saved">{t("savedReply")}</label>
              <select id="saved" name="saved" className="input short">
                {ticket.savedReplies.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
              <button type="submit" className="button">
                {t("insert")}
              </button>
            </Form>
          )}
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
            about={{ field: "id", id: ticket.id }}
            {...about}
          />
          <Servers servers={ticket.servers} mayBlock={mayBlock} {...about} />
        </div>
      </div>
    </>
  );
}
