import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import { ticketFileTypes, ticketTextMaxLength } from "#contract/rules";
import type { FieldProps } from "./field";
import { FileField } from "./file-field";
import { FormError } from "./form-error";
import { TextArea } from "./text-area";

export type TicketAnswer =
  | {
      lastResult: SubmissionResult<string[]>;
      code: string | undefined;
      details: Record<string, string | number>;
    }
  | undefined;

type TicketNoticesProps = {
  form: Parameters<typeof FormError>[0]["form"];
  /** Draft saved before the session ended. */
  draft: Record<string, string> | null;
  answer: TicketAnswer;
  /** Whether another department was chosen since the response, so its open ticket no longer blocks this one. */
  isOther?: boolean;
};

/** Notices above a ticket or reply form: a restored draft, and the error of the last attempt. */
export function TicketNotices({ form, draft, answer, isOther = false }: TicketNoticesProps) {
  const t = useTranslations("support");
  const openTicketId = !isOther && answer?.code === "ticketAlreadyOpen" && answer.details.ticketId;
  return (
    <>
      {draft && !answer && <Notice tone="warning">{t("draftBack")}</Notice>}
      <FormError form={form} />
      {openTicketId && (
        <p>
          <Link className="lone" to={paths.ticket(String(openTicketId))}>
            {t("openTicket")}
          </Link>
        </p>
      )}
    </>
  );
}

/** The text and file fields of a message to support. */
export function TicketMessageFields({ text, files }: Record<"text" | "files", FieldProps["field"]>) {
  const t = useTranslations("support");
  return (
    <>
      <TextArea field={text} label={t("text")} hint={t("textHint")} maxLength={ticketTextMaxLength} />
      <FileField field={files} label={t("files")} hint={t("filesHint")} accept={ticketFileTypes} multiple />
    </>
  );
}
