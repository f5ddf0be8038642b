import { FormError } from "#app/components/form/form-error";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { AdminTicket } from "#contract/admin/index";
import { nobody, ticketPriorities } from "#contract/admin/waiting";

type Props = { ticket: AdminTicket };
type AssignmentProps = Props & {
  /** Of the values with which the form begins. */
  etag: string;
  /** What was chosen before, and is not saved. */
  typed: Readonly<Record<string, unknown>>;
  errors: string[] | undefined;
};

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

/** The page's one form, so that a button elsewhere on it loses nothing that is typed. */
export const ticketFormId = "ticket";

/** Props of a button, apart from the form, that sends it. */
export const ticketButton = (intent: "note" | "assign" | "close") =>
  ({
    type: "submit",
    form: ticketFormId,
    name: "intent",
    value: intent,
    className: "button",
    formNoValidate: true,
  }) as const;

/** The assignee of the ticket and its priority. */
export function Assignment({ ticket, etag, typed, errors }: AssignmentProps) {
  const t = useTranslations("admin");
  const { assignee } = ticket;
  const names = new Map(ticket.assignees.map(({ email, name }) => [email, name]));
  // one that may not be chosen any more stays
  if (assignee !== null && !names.has(assignee)) names.set(assignee, assignee);
  const nameOf = (email: string) => names.get(email) ?? t("nobody");
  const chosen = {
    to: typeof typed.to === "string" ? typed.to : (assignee ?? nobody),
    priority: typeof typed.priority === "string" ? typed.priority : ticket.priority,
  };
  return (
    <section className="card">
      <h2>{t("assignment")}</h2>
      <div className="form">
        <FormError form={{ errors }} />
        {errors && (
          <p>
            {t("presentValue", {
              value: `${nameOf(assignee ?? nobody)}, ${t(`priority_${ticket.priority}`)}`,
            })}
          </p>
        )}
        <input type="hidden" name="etag" value={etag} form={ticketFormId} />
        <div className="field">
          <label htmlFor="to">{t("assignee")}</label>
          <select id="to" name="to" className="input" defaultValue={chosen.to} form={ticketFormId}>
            <option value={nobody}>{t("nobody")}</option>
            {[...names].map(([email, name]) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="priority">{t("priority")}</label>
          <select
            id="priority"
            name="priority"
            className="input"
            defaultValue={chosen.priority}
            form={ticketFormId}
          >
            {ticketPriorities.map((priority) => (
              <option key={priority} value={priority}>
                {t(`priority_${priority}`)}
              </option>
            ))}
          </select>
        </div>
        <button {...ticketButton("assign")}>{t("save")}</button>
      </div>
    </section>
  );
}

/** A new internal note. */
export function NewNote({ typed, errors }: { typed: string | undefined; errors: string[] | undefined }) {
  const t = useTranslations("admin");
  return (
    <div className="form">
      <FormError form={{ errors }} />
      <div className="field">
        <label htmlFor="note">{t("note")}</label>
        <textarea
          id="note"
          name="note"
          className="input"
          rows={3}
          maxLength={2000}
          defaultValue={typed}
          form={ticketFormId}
        />
      </div>
      <button {...ticketButton("note")}>{t("saveNote")}</button>
    </div>
  );
}
