import { Form } from "#app/components/form";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

type NewNoteProps = { clientId: string; account: string; returnTo: string; idempotencyKey: string };

/** Form for a note about a client. */
export function NewNote({ clientId, account, returnTo, idempotencyKey }: NewNoteProps) {
  const t = useTranslations("admin");
  return (
    <Form method="post" action={paths.adminOperation("clients note")} className="form">
      <input type="hidden" name="client" value={clientId} />
      <input type="hidden" name="account" value={account} />
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
  );
}
