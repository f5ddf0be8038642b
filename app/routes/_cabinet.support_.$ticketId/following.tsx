import { useText } from "#app/components/text";
import { paths } from "#app/paths";

const everySeconds = 10;

/** The ticket's page has no form here, so that its reload without script takes nothing away that was half typed. */
export function Following({ ticketId }: { ticketId: string }) {
  const t = useText("support");
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(everySeconds)} />
      </noscript>
      <p role="status">{t("following", { count: everySeconds })}</p>
      <p>
        <a href={`${paths.ticket(ticketId)}#reply`}>{t("stopFollowing")}</a>
      </p>
    </>
  );
}
