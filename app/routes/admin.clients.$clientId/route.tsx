import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ClientBadge } from "#app/components/admin/client-badge";
import { ConsoleError } from "#app/components/admin/console-error";
import { Notes } from "#app/components/admin/notes";
import { OperationButton } from "#app/components/admin/operation-button";
import { Servers } from "#app/components/admin/servers";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { seldomServerActions } from "#app/lib/admin-machines-section";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireStaff } from "#app/services/staff.server";
import { accountOfForm } from "#app/services/staff-draft.server";
import * as contract from "#contract/admin/index";
import { mayRun } from "#contract/admin/roles";
import { Account, Actions, Activity, Emails, Sessions, TicketList, WholeList } from "./client-sections";
import { Deposits, Lines, Withdrawals } from "./money";
import { NewNote } from "./new-note";

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.client.email);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireStaff(request);
  const clientId = params.clientId ?? "";
  const client = await callApi(caller, contract.client, { clientId });
  // nothing can be done for a deleted account
  const may = (operation: string) => !client.isDeleted && mayRun(caller.roles, operation);
  return {
    client,
    may: {
      block: may("clients block"),
      view: may("clients view"),
      money: may("balance credit"),
      refund: may("deposits refund"),
      sessions: may("sessions end"),
      servers: may("servers block"),
      upgrade: may("servers upgrade"),
      twoStep: may("two-step remove"),
      tickets: mayRun(caller.roles, "tickets list"),
      lines: mayRun(caller.roles, "clients lines"),
      deposits: mayRun(caller.roles, "clients deposits"),
      withdrawals: mayRun(caller.roles, "clients withdrawals"),
      orders: mayRun(caller.roles, "clients orders"),
      resend: may("emails resend"),
    },
    account: accountOfForm(caller.id),
    further: seldomServerActions.filter(({ operation }) => may(operation)),
    idempotencyKey: randomUUID(),
    texts: await loadTranslations(request, "activity"),
  };
}

export default function ClientPage() {
  const t = useTranslations("admin");
  const { client, may, further, account, idempotencyKey } = useLoaderData<typeof loader>();
  const returnTo = `/admin/clients/${client.id}`;
  const about = { returnTo, idempotencyKey };
  return (
    <>
      <div className="page-head">
        <h1>{client.name || client.email}</h1>
        <ClientBadge client={client} />
        {client.name && <p>{client.email}</p>}
      </div>
      <div className="row">
        {may.view && <OperationButton operation="clients view" input={{ client: client.email }} {...about} />}
        {may.block &&
          (client.isBlocked ? (
            <OperationButton operation="clients unblock" input={{ client: client.email }} {...about} />
          ) : (
            <OperationButton
              operation="clients block"
              input={{ client: client.email }}
              variant="danger"
              hasForm
              {...about}
            />
          ))}
        {may.sessions && (
          <OperationButton operation="sessions end" input={{ email: client.email }} {...about} />
        )}
        {may.twoStep && client.hasTwoStep && (
          <OperationButton operation="two-step remove" input={{ email: client.email }} {...about} />
        )}
        {may.money && (
          <>
            <OperationButton operation="balance credit" input={{ email: client.email }} hasForm {...about} />
            <OperationButton operation="balance debit" input={{ email: client.email }} hasForm {...about} />
          </>
        )}
      </div>
      <div className="columns">
        <div className="stack">
          <Account client={client} />
          <Lines lines={client.lines} caption={t("ledger")} />
          {may.lines && <WholeList operation="clients lines" client={client} returnTo={returnTo} />}
          {client.partnerLines.length > 0 && (
            <>
              <Lines lines={client.partnerLines} caption={t("partnerLedger")} />
              {may.lines && (
                <WholeList operation="clients partner-lines" client={client} returnTo={returnTo} />
              )}
            </>
          )}
          <Deposits client={client} mayRefund={may.refund} {...about} />
          {may.deposits && <WholeList operation="clients deposits" client={client} returnTo={returnTo} />}
          {client.withdrawals.length > 0 && (
            <>
              <Withdrawals client={client} {...about} />
              {may.withdrawals && (
                <WholeList operation="clients withdrawals" client={client} returnTo={returnTo} />
              )}
            </>
          )}
          <Servers
            servers={client.servers}
            mayBlock={may.servers}
            mayUpgrade={may.upgrade}
            further={further}
            {...about}
          />
          {may.orders && <WholeList operation="clients orders" client={client} returnTo={returnTo} />}
          {may.tickets && <TicketList tickets={client.tickets} />}
          <Sessions client={client} />
          <Emails client={client} mayResend={may.resend} {...about} />
          <Activity client={client} />
        </div>
        <div className="stack">
          {!client.isDeleted && (
            <Notes
              title={t("notes")}
              notes={client.notes}
              list={paths.adminOperation("clients notes", { client: client.id, returnTo })}
            >
              <NewNote clientId={client.id} account={account} {...about} />
            </Notes>
          )}
          <Actions client={client} />
        </div>
      </div>
    </>
  );
}

export const ErrorBoundary = ConsoleError;
