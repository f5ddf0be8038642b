import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { Form } from "#app/components/form";
import { FormErrors } from "#app/components/form/form-errors";
import { resultOf } from "#app/components/form/form-result";
import { SubmitButton } from "#app/components/form/submit-button";
import { useIdleRevalidator } from "#app/components/layout/idle-revalidator";
import { titled } from "#app/components/page-title";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { dateText } from "#app/lib/dates";
import { ticketTone } from "#app/lib/ticket-tone";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft } from "#app/services/draft.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/support.css?url";
import type { TicketRow } from "#contract/support/index";
import * as contract from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";
import { answerTicket, draftNameOf } from "./actions.server";
import { Messages } from "./messages";
import { ReplyForm } from "./reply-form";

const everyMilliseconds = 10_000;

/** Polls while the page is visible whether the ticket has changed, and revalidates only then. */
function useNewReplies(ticketId: string, version: string): void {
  const { revalidate, isIdle } = useIdleRevalidator();
  useEffect(() => {
    if (!isIdle) return;
    const poll = async () => {
      if (document.hidden) return;
      const answer = await fetch(paths.ticketVersion(ticketId)).catch(() => null);
      // the network failed for a moment: the next poll will tell
      if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return;
      const now = (await answer.json()) as { version: string };
      if (now.version !== version) revalidate();
    };
    const timer = setInterval(poll, everyMilliseconds);
    document.addEventListener("visibilitychange", poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [ticketId, version, isIdle, revalidate]);
}

const everySeconds = 10;

/**
 * The ticket page without its form, so that its reload without script loses no input. Two URLs alternate, because a
 * browser that is refreshed to its current URL with a `#last` fragment only scrolls.
 */
function Following({ ticketId, turn }: { ticketId: string; turn: string }) {
  const t = useTranslations("support");
  const next = paths.followTicket(ticketId, turn === "1" ? 2 : 1);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${everySeconds};url=${next}`} />
      </noscript>
      <p role="status">{t("following", { count: everySeconds })}</p>
      <p>
        <a className="lone" href={`${paths.ticket(ticketId)}#reply`}>
          {t("stopFollowing")}
        </a>
      </p>
    </>
  );
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.ticket.title);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await requireClient(request);
  const ticketId = params.ticketId ?? "";
  const [texts, { tickets }, ticket, draft] = await Promise.all([
    loadTranslations(request, "support"),
    callApi(session, contract.tickets, {}),
    callApi(session, contract.ticket, { ticketId }),
    readDraft(request, draftNameOf(ticketId)),
  ]);
  const turn = new URL(request.url).searchParams.get("follow");
  return { texts, tickets, ticket, draft, turn, idempotencyKey: randomUUID() };
}

export const action = answerTicket;

export default function TicketPage() {
  const t = useTranslations("support");
  const { tickets, ticket, draft, turn, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useNewReplies(ticket.id, `${ticket.status} ${ticket.lastMessageAt}`);
  const sent = ticket.messages.filter(({ author }) => author === "client").length;
  return (
    <div className="panes">
      <Link className="back" to={paths.support}>
        {t("back")}
      </Link>
      <Threads tickets={tickets} openId={ticket.id} />
      <div className="card">
        <header className="page-head">
          <h1>{ticket.title}</h1>
          <Badge tone={ticketTone[ticket.status]}>{t(ticket.status)}</Badge>
          <p>{ticket.department.name}</p>
        </header>
        <Messages ticketId={ticket.id} messages={ticket.messages} />
        {turn ? (
          <Following ticketId={ticket.id} turn={turn} />
        ) : (
          <>
            <noscript>
              <p>
                <a className="lone" href={paths.followTicket(ticket.id)}>
                  {t("follow")}
                </a>
              </p>
            </noscript>
            <ReplyForm
              // resets the form after a message is sent
              key={sent}
              sent={sent}
              ticket={ticket}
              draft={draft}
              idempotencyKey={idempotencyKey}
              answer={answer?.intent === "reply" ? answer : undefined}
            />
            {canClose(ticket.status) && <CloseForm lastResult={resultOf(answer, "close")} />}
          </>
        )}
      </div>
    </div>
  );
}

/** There is no confirmation, because a message reopens the ticket. */
function CloseForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("support");
  return (
    <Form method="post">
      <FormErrors result={lastResult} />
      <SubmitButton variant="secondary" name="intent" value="close">
        {t("closeTicket")}
      </SubmitButton>
    </Form>
  );
}

/** The client's tickets beside the open one, if there is room for two panes. */
function Threads({ tickets, openId }: { tickets: readonly TicketRow[]; openId: string }) {
  const t = useTranslations("support");
  const viewer = useViewer();
  return (
    <nav className="threads" aria-label={t("tickets")}>
      <ul>
        {tickets.map(({ id, title, department, status, lastMessageAt, isUnread }) => (
          <li key={id}>
            <Link to={paths.ticket(id)} aria-current={id === openId ? "page" : undefined}>
              <strong>{title}</strong>{" "}
              <span className="row apart">
                <span className="muted small">
                  {department.name}, {dateText(lastMessageAt, viewer)}
                </span>{" "}
                {id !== openId && (
                  <Badge tone={isUnread ? "positive" : ticketTone[status]}>
                    {isUnread ? t("unread") : t(status)}
                  </Badge>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
