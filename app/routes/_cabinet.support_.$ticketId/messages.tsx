import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dateTimeText } from "#app/lib/dates";
import { fileSize } from "#app/lib/file-size";
import { numberText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { TicketMessage } from "#contract/support/index";

type File = TicketMessage["files"][number];

function Attachment({ ticketId, file }: { ticketId: string; file: File }) {
  const t = useTranslations("support");
  const address = paths.ticketFile(ticketId, file.id);
  const { unit, value } = fileSize(file.bytes);
  const size = t(`size_${unit}`, { size: numberText(value, useLanguage()) });
  return (
    <li>
      {file.kind !== "application/pdf" && (
        <a href={address}>
          <img src={address} alt={file.name} loading="lazy" />
        </a>
      )}{" "}
      <a className="lone" href={address} download={file.name} aria-label={t("download", { name: file.name })}>
        {file.name}
      </a>{" "}
      <span className="small muted">{size}</span>
    </li>
  );
}

/** Messages, oldest first; new ones are announced by screen readers as they arrive. */
export function Messages({ ticketId, messages }: { ticketId: string; messages: readonly TicketMessage[] }) {
  const t = useTranslations("support");
  const viewer = useViewer();
  return (
    <div role="log" aria-label={t("messages")}>
      <ol className="talk">
        {messages.map(({ id, author, text, createdAt, files }, index) => (
          <li key={id} id={index === messages.length - 1 ? "last" : undefined} className={author}>
            <p className="small muted">
              <strong>{t(author === "support" ? "team" : "you")}</strong>,{" "}
              <time dateTime={createdAt}>{dateTimeText(createdAt, viewer)}</time>
            </p>
            <p className="said">{text}</p>
            {files.length > 0 && (
              <ul className="attachments">
                {files.map((file) => (
                  <Attachment key={file.id} ticketId={ticketId} file={file} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
