import { OperationButton } from "#app/components/admin/operation-button";
import { useOperationText } from "#app/components/admin/operation-text";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { dateText, dateTimeText } from "#app/lib/dates";
import { eventTextKey } from "#app/lib/event-text-key";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { AdminClient } from "#contract/admin/index";

type Props = { client: AdminClient };

export function Account({ client }: Props) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const viewer = useViewer();
  const language = useLanguage();
  return (
    <section className="card">
      <h2>{t("account")}</h2>
      <DescriptionList
        items={[
          [t("balance"), moneyText(client.balanceCents, language)],
          [t("partnerBalance"), moneyText(client.partnerBalanceCents, language)],
          [t("debt"), client.debtCents > 0 ? moneyText(client.debtCents, language) : null],
          [t("id"), <code key="id">{client.id}</code>],
          [t("clientSince"), dateText(client.createdAt, viewer)],
          [t("confirmed"), client.emailVerifiedAt ? dateText(client.emailVerifiedAt, viewer) : t("no")],
          [t("language"), text.value(client.language)],
          [t("twoStep"), t(client.hasTwoStep ? "yes" : "no")],
          [
            t("referrer"),
            client.referrer && <a href={paths.adminClient(client.referrer.id)}>{client.referrer.email}</a>,
          ],
          [t("blockReason"), client.blockReason],
          [
            t("tradingAccounts"),
            client.accounts.map(({ number, name }) => `${number} ${name}`).join(", ") || null,
          ],
        ]}
      />
    </section>
  );
}

export function TicketList({ tickets }: Pick<AdminClient, "tickets">) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section>
      <h2>{t("tickets")}</h2>
      <ul>
        {tickets.map(({ id, title, at }) => (
          <li key={id}>
            <a className="lone" href={paths.adminTicket(id)}>
              {title}
            </a>{" "}
            <span className="muted small">{dateTimeText(at, viewer)}</span>
          </li>
        ))}
        {tickets.length === 0 && <li className="muted">{t("nothing")}</li>}
      </ul>
    </section>
  );
}

export function Sessions({ client }: Props) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section>
      <h2>{t("sessions")}</h2>
      <ul>
        {client.sessions.map(({ id, seenAt, address, userAgent }) => (
          <li key={id}>
            {dateTimeText(seenAt, viewer)}, {address} <span className="muted small">{userAgent}</span>
          </li>
        ))}
        {client.sessions.length === 0 && <li className="muted">{t("nothing")}</li>}
      </ul>
    </section>
  );
}

type EmailsProps = Props & { mayResend: boolean; returnTo: string; idempotencyKey: string };

/** The latest e-mails sent to the client; those without a one-time code or link can be sent again. */
export function Emails({ client, mayResend, ...about }: EmailsProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section>
      <h2>{t("emails")}</h2>
      <ul>
        {client.emails.map(({ id, at, address, subject, canResend }) => (
          <li key={id}>
            {subject ?? t("emailWithCode")}{" "}
            <span className="muted small">
              {dateTimeText(at, viewer)}, {address}
            </span>
            {mayResend && canResend && (
              <OperationButton operation="emails resend" input={{ id }} {...about} />
            )}
          </li>
        ))}
        {client.emails.length === 0 && <li className="muted">{t("nothing")}</li>}
      </ul>
    </section>
  );
}

export function Activity({ client }: Props) {
  const t = useTranslations("admin");
  const event = useTranslations("activity");
  const viewer = useViewer();
  return (
    <section>
      <h2>{t("activity")}</h2>
      <ul>
        {client.activity.map(({ at, kind, address }) => (
          <li key={at + kind}>
            {dateTimeText(at, viewer)} {event(eventTextKey(kind))}{" "}
            <span className="muted small">{address}</span>
          </li>
        ))}
        {client.activity.length === 0 && <li className="muted">{t("nothing")}</li>}
      </ul>
    </section>
  );
}

/** Staff actions that concern the client. */
export function Actions({ client }: Props) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const viewer = useViewer();
  return (
    <section className="card">
      <h2>{t("staffActions")}</h2>
      <ul>
        {client.actions.map(({ at, by, operation, answer }) => (
          <li key={at + operation}>
            <p className="small muted">
              {by}, {dateTimeText(at, viewer)}
            </p>
            <p>{text.title(operation)}</p>
            {answer && <p className="small">{answer}</p>}
          </li>
        ))}
        {client.actions.length === 0 && <li className="muted">{t("nothing")}</li>}
      </ul>
    </section>
  );
}

type WholeListProps = Props & {
  operation:
    | "clients lines"
    | "clients partner-lines"
    | "clients deposits"
    | "clients withdrawals"
    | "clients orders";
  returnTo: string;
};

/** Link to the whole list of what the page shows the latest of. */
export function WholeList({ operation, client, returnTo }: WholeListProps) {
  const text = useOperationText();
  return (
    <p>
      <a href={paths.adminOperation(operation, { client: client.id, returnTo })}>{text.title(operation)}</a>
    </p>
  );
}
