import * as z from "zod/mini";
import { adminAddress } from "#app/lib/safe-path";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form, formAction } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import { accountOfForm, keepStaffDraft } from "#app/services/staff-draft.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { ticketFileMaxBytes } from "#contract/rules";
import { replyInput } from "#contract/support/index";

/**
 * The buttons of a ticket's page send one form, so that each gets what is typed beside its own fields: that is kept
 * for the next page.
 */
type Context = FormContext<Awaited<ReturnType<typeof requireStaff>>>;

/** Returns the name of what is typed on a ticket's page and not yet sent. */
export const draftNameOf = (ticketId: string) => `ticket ${ticketId}`;

/** Returns `inbox` if the ticket was opened from there, and undefined if from the list of tickets. */
export const listOf = (request: Request) =>
  new URL(request.url).searchParams.get("from") === "inbox" ? ("inbox" as const) : undefined;

const typedFields = ["text", "note"] as const;

/** Keeps what was typed into the fields that were not sent; returns whether there is anything. */
async function keepBesides(
  { request, params, caller, body }: Context,
  sent: (typeof typedFields)[number] | undefined,
): Promise<boolean> {
  const fields = typedFields
    .filter((name) => name !== sent)
    .map((name) => [name, String(body.get(name) ?? "")] as const)
    .filter(([, value]) => value.trim());
  const account = accountOfForm(caller.id);
  await keepStaffDraft(request, draftNameOf(params.ticketId ?? ""), { account, fields });
  return fields.length > 0;
}

const pageOf = ({ request, params }: Context) =>
  paths.adminTicket(params.ticketId ?? "", { from: listOf(request) });

const replyForm = z.extend(replyInput, { next: z.optional(z.string()), seenAt: z.optional(z.string()) });

/** Sends a reply; then opens the next ticket or item if that was chosen, unless a note is not saved yet. */
const answer = (isLast: boolean) =>
  form<typeof replyForm, Context["caller"], Response>(
    replyForm,
    async ({ text, files, next, seenAt }, context) => {
      const { request, params, caller, idempotencyKey } = context;
      const ticketId = params.ticketId ?? "";
      await callApi(caller, contract.reply, { ticketId, text, files, seenAt }, { idempotencyKey });
      const hasMore = await keepBesides(context, "text");
      const t = await translationsFor(request, "admin");
      const isLeft = isLast && !hasMore;
      return redirectWithToast(isLeft ? adminAddress(next ?? null) : pageOf(context), t("replied"));
    },
  );

const insertForm = z.object({ text: z.optional(z.string()), saved: z.string() });

/** Returns the typed text with a saved reply below it, in the language of the ticket's client. */
const insert = form<typeof insertForm, Context["caller"], { text: string }>(
  insertForm,
  async ({ text = "", saved }, { params, caller }) => {
    const { draft } = await callApi(caller, contract.ticket, { ticketId: params.ticketId ?? "", saved });
    const typed = text.replaceAll("\r\n", "\n").trimEnd();
    return { text: [typed, draft].filter(Boolean).join("\n\n") };
  },
);

/** Runs an operation on the ticket; returns what it says. */
async function run(
  { params, caller, body }: Context,
  operation: `tickets ${string}`,
  input: contract.OperationInput,
  etag?: string,
): Promise<string> {
  const name = addressOfOperation(operation);
  const { text } = await callApi(
    caller,
    contract.runOperation,
    { name, input: { id: params.ticketId ?? "", ...input }, isConfirmed: true, etag },
    { idempotencyKey: `${body.get("actionKey")}-${name}` },
  );
  return text ?? "";
}

const noteForm = z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) });

const note = form<typeof noteForm, Context["caller"], Response>(noteForm, async ({ note: text }, context) => {
  const output = await run(context, "tickets note", { text });
  await keepBesides(context, "note");
  return redirectWithToast(pageOf(context), output);
});

const assignForm = z.object({ to: z.string(), priority: z.string(), etag: z.optional(z.string()) });

const assign = form<typeof assignForm, Context["caller"], Response>(
  assignForm,
  async ({ to, priority, etag }, context) => {
    const output = await run(context, "tickets assign", { to, priority }, etag);
    await keepBesides(context, undefined);
    return redirectWithToast(pageOf(context), output);
  },
);

const closeForm = z.object({ next: z.optional(z.string()) });

const close = form<typeof closeForm, Context["caller"], Response>(closeForm, async ({ next }, context) => {
  const output = await run(context, "tickets close", {});
  const t = await translationsFor(context.request, "admin");
  const isTyped = await keepBesides(context, undefined);
  return redirectWithToast(adminAddress(next ?? null), isTyped ? t("closedWithText") : output);
});

export const answerTicket = formAction(
  requireStaff,
  { reply: answer(false), next: answer(true), insert, note, assign, close },
  {
    files: { maxFileBytes: ticketFileMaxBytes },
    staffDraft: ({ ticketId = "" }) => ({ name: draftNameOf(ticketId) }),
  },
);
