import type { ReactNode } from "react";
import { useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { shownNotes } from "#contract/admin/clients";

type NotesProps = {
  title: string;
  notes: readonly { at: string; by: string; text: string }[];
  /** Page of all of them. */
  list: string;
  /** Form for a new one. */
  children: ReactNode;
};

/** Shows the notes of staff. */
export function Notes({ title, notes, list, children }: NotesProps) {
  const t = useTranslations("admin");
  const viewer = useViewer();
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
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
          <a className="lone" href={list}>
            {t("allNotes")}
          </a>
        </p>
      )}
    </section>
  );
}
