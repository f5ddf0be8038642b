import { randomUUID } from "node:crypto";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { resultOf } from "#app/components/form/result-of";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { ticketTone } from "#app/lib/ticket-tone";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { readDraft } from "#app/services/draft.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/support.css?url";
import * as contract from "#contract/support/index";
import { canClose } from "#contract/support/ticket-status";
import { answerTicket, draftNameOf } from "./actions.server";
import { CloseForm } from "./close-form";
import { Following } from "./following";
import { Messages } from "./messages";
import { ReplyForm } from "./reply-form";
import { Threads } from "./threads";
import { useNewReplies } from "./use-new-replies";

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
              // what was sent makes room for the next
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
