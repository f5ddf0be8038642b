import { Form } from "#app/components/form";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { shownNotes } from "#contract/admin/clients";

type NotesProps = {
  title: string;
  notes: readonly { at: string; by: string; text: string }[];
  /** The operation that adds a note, and its subject: `clients note` for a `client`. */
  operation: "clients note" | "tickets note";
  about: { field: string; id: string };
  /** The operation that lists all of them. */
  list: "clients notes" | "tickets notes";
  returnTo: string;
  idempotencyKey: string;
};

/** Shows the notes of staff, and a form for a new one. */
export function Notes({ title, notes, operation, about, list, returnTo, idempotencyKey }: NotesProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section className="card">
      <h2>{title}</h2>
      <Form method="post" action={paths.adminOperation(operation)} className="form">
        <input type="hidden" name={about.field} value={about.id} />
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-note`} />
        <div className="field">
          <label htmlFor="note">{t("note")}</label>
          <textarea id="note" name="text" className="input" rows={3} required maxLength={2000} />
        </div>
        <button type="submit" className="button">
          {t("saveNote")}
        </button>
      </Form>
      <ul>
        {notes.slice(0, shownNotes).map(({ at, by, text }) => (
          <li key={at + text}>
            <p className="small muted">
              {by}, <time dateTime={at}>{dateTimeText(at, viewer)}</time>
            </p>
            <p className="said">{text}</p>
          </li>
        ))}
      </ul>
      {notes.length > shownNotes && (
        <p>
          <a className="lone" href={paths.adminOperation(list, { [about.field]: about.id, returnTo })}>
            {t("allNotes")}
          </a>
        </p>
      )}
    </section>
  );
}
