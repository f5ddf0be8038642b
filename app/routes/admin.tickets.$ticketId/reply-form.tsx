import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { Form } from "#app/components/form";
import { FileField } from "#app/components/form/file-field";
import { FormError } from "#app/components/form/form-error";
import { TextArea } from "#app/components/form/text-area";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useTranslations } from "#app/components/translations";
import { ticketFileTypes } from "#contract/rules";
import { ticketFormId } from "./ticket-sections";

type ReplyFormProps = {
  /** Names of the saved replies. */
  savedReplies: readonly string[];
  /** Time of the last message that is shown. */
  seenAt: string;
  /** Page of the next ticket or item. */
  nextPlace: string | null;
  idempotencyKey: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** The typed text with a saved reply below it, after one was inserted. */
  inserted: { text: string } | undefined;
  /** What was typed before, and is not sent. */
  typedText: string | undefined;
  account: string;
};

/** Form for a reply, into which saved replies can be inserted. */
export function ReplyForm({ savedReplies, seenAt, nextPlace, inserted, typedText, ...form }: ReplyFormProps) {
  const t = useTranslations("admin");
  const [replying, fields] = useContractForm(
    () => import("#contract/support/index").then((module) => module.replyInput),
    {
      id: ticketFormId,
      lastResult: form.lastResult,
      defaultValue: inserted ?? (typedText ? { text: typedText } : {}),
    },
  );
  const { id } = replying;
  useEffect(() => {
    const field = document.forms.namedItem(id)?.elements.namedItem("text");
    if (!inserted || !(field instanceof HTMLTextAreaElement)) return;
    field.value = inserted.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }, [id, inserted]);
  return (
    <Form method="post" encType="multipart/form-data" of={replying} idempotencyKey={form.idempotencyKey}>
      <FormError form={replying} />
      <input type="hidden" name="seenAt" value={seenAt} />
      <input type="hidden" name="account" value={form.account} />
      <input type="hidden" name="actionKey" value={form.idempotencyKey} />
      {nextPlace && <input type="hidden" name="next" value={nextPlace} />}
      <TextArea field={fields.text} label={t("replyText")} rows={6} accessKey="r" />
      <FileField field={fields.files} label={t("files")} accept={ticketFileTypes} multiple />
      <div className="row">
        <button type="submit" name="intent" value="reply" className="button primary">
          {t("reply")}
        </button>
        <button type="submit" name="intent" value="next" className="button">
          {t("replyAndNext")}
        </button>
      </div>
      {savedReplies.length > 0 && (
        <div className="row">
          <label htmlFor="saved">{t("savedReply")}</label>
          <select id="saved" name="saved" className="input short">
            {savedReplies.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <button type="submit" name="intent" value="insert" className="button" formNoValidate>
            {t("insert")}
          </button>
        </div>
      )}
    </Form>
  );
}
