import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

const everySeconds = 10;

/**
 * The ticket's page has no form here, so that its reload without script takes nothing away that was half typed. Two addresses
 * take turns: a browser that is led to where it is, at the last message, only scrolls.
 */
export function Following({ ticketId, turn }: { ticketId: string; turn: string }) {
  const t = useTranslations("support");
  const next = paths.followTicket(ticketId, turn === "1" ? 2 : 1);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${everySeconds};url=${next}`} />
      </noscript>
      <p role="status">{t("following", { count: everySeconds })}</p>
      <p>
        <a className="lone" href={`${paths.ticket(ticketId)}#reply`}>
          {t("stopFollowing")}
        </a>
      </p>
    </>
  );
}
