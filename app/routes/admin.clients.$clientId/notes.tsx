import { Form } from "#app/components/form";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { AdminClient } from "#contract/admin/index";

type NotesProps = { client: AdminClient; returnTo: string; idempotencyKey: string };

/** What staff has noted of the client, and a new note. */
export function Notes({ client, returnTo, idempotencyKey }: NotesProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section className="card">
      <h2>{t("notes")}</h2>
      <Form method="post" action={paths.adminOperation("clients note")} className="form">
        <input type="hidden" name="client" value={client.id} />
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
        {client.notes.map(({ at, by, text }) => (
          <li key={at + text}>
            <p className="small muted">
              {by}, <time dateTime={at}>{dateTimeText(at, viewer)}</time>
            </p>
            <p className="said">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
