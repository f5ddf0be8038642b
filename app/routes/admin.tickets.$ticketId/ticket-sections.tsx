import { Form } from "#app/components/form";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { AdminTicket } from "#contract/admin/index";
import { nobody, ticketPriorities } from "#contract/admin/waiting";

type Props = { ticket: AdminTicket };
type FormProps = Props & { returnTo: string; idempotencyKey: string };

/** The messages of client and support, oldest first. */
export function Talk({ ticket }: Props) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <ol className="talk" aria-label={t("messages")}>
      {ticket.messages.map(({ id, author, by, text, createdAt, files }) => (
        <li key={id} className={author}>
          <p className="small muted">
            <strong>{author === "client" ? ticket.clientName : (by ?? t("support"))}</strong>,{" "}
            <time dateTime={createdAt}>{dateTimeText(createdAt, viewer)}</time>
          </p>
          <p className="said">{text}</p>
          {files.map((file) => (
            <p key={file.id}>
              <a className="lone" href={paths.adminTicketFile(ticket.id, file.id)} download={file.name}>
                {file.name}
              </a>
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The assignee of the ticket and its priority. */
export function Assignment({ ticket, returnTo, idempotencyKey }: FormProps) {
  const t = useTranslations("admin");
  const { assignee } = ticket;
  const isListed = assignee === null || ticket.assignees.some(({ email }) => email === assignee);
  const assignees = isListed ? ticket.assignees : [...ticket.assignees, { email: assignee, name: assignee }];
  return (
    <section className="card">
      <h2>{t("assignment")}</h2>
      <Form method="post" action={paths.adminOperation("tickets assign")} className="form">
        <input type="hidden" name="id" value={ticket.id} />
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-assign`} />
        <div className="field">
          <label htmlFor="to">{t("assignee")}</label>
          <select id="to" name="to" className="input" defaultValue={ticket.assignee ?? nobody}>
            <option value={nobody}>{t("nobody")}</option>
            {assignees.map(({ email, name }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="priority">{t("priority")}</label>
          <select id="priority" name="priority" className="input" defaultValue={ticket.priority}>
            {ticketPriorities.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority_${priority}`)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {t("save")}
        </button>
      </Form>
    </section>
  );
}
