import { Link } from "@remix-run/react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { connectionTone } from "#app/lib/connection-tone";
import { fractionText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { ServerPage } from "./load-server.server";

const stateNames = {
  waiting: "accountWaiting",
  connected: "accountConnected",
  silent: "accountSilent",
  paused: "accountPaused",
} as const;

/** The monitored accounts whose terminal runs on this server. */
export function Accounts({ page: { accounts } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const language = useLanguage();
  if (!accounts) return null;
  return (
    <section className="card" aria-labelledby="accounts">
      <div className="row apart">
        <h2 id="accounts">{t("accounts")}</h2>
        <Link to={paths.newMonitoringAccount} className="button">
          {t("addAccount")}
        </Link>
      </div>
      {accounts.length === 0 && <p className="muted">{t("noAccounts")}</p>}
      <ul className="lines">
        {accounts.map(({ id, name, number, broker, state, profitPercent }) => (
          <li key={id}>
            <span>
              <Link className="lone" to={paths.monitoringPage(id)}>
                {name}
              </Link>
              <br />
              <span className="small muted">{[number, broker].filter(Boolean).join("\u00a0· ")}</span>
            </span>{" "}
            <span className="num">
              {profitPercent !== null && (
                <>
                  <strong>{fractionText(profitPercent, language, { sign: true, fixed: true })}</strong>
                  <br />
                </>
              )}
              <Badge tone={connectionTone[state]}>{t(stateNames[state])}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
