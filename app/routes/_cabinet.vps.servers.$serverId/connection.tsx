import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CopyField } from "#app/components/ui/copy-field";
import { Icon } from "#app/components/ui/icon";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { ServerPage } from "./load-server.server";

const ways = ["windows", "macos", "phone"] as const;

/**
 * A button to download the connection file, and three steps for each kind of device; the device is chosen without
 * script.
 */
export function Connection({ page: { server, access } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const common = useTranslations("common");
  const viewer = useViewer();
  if (!access) return null;
  const [copy, copied] = [common("copy"), common("copied")];
  return (
    <section className="card" aria-labelledby="connection">
      <div className="row apart">
        <h2 id="connection">{t("connection")}</h2>
        <a
          href={paths.remoteDesktopFile(server.id)}
          download
          className={buttonClass(server.status === "active" ? "primary" : "secondary")}
        >
          <Icon name="download" /> {t("downloadRdp")}
        </a>
      </div>
      <div className="duo">
        <CopyField label={t("ip")} value={access.ip} copy={copy} copied={copied} />
        <CopyField label={t("login")} value={access.login} copy={copy} copied={copied} />
      </div>
      <div className="field">
        <span className="muted small">{t("password")}</span>{" "}
        <span className="row">
          <Link
            to={paths.server(server.id, "credentials", { from: "server" })}
            className="button"
            preventScrollReset
          >
            {t("showPassword")}
          </Link>{" "}
          <span className="hint">
            {access.shownAt
              ? t("lastShown", { time: dateTimeText(access.shownAt, viewer) })
              : t("neverShown")}
          </span>
        </span>
      </div>
      <div className="ways">
        <fieldset className="segments">
          <legend className="hidden-text">{t("connectFrom")}</legend>
          {joinWithSpaces(
            ways.map((way) => (
              <label key={way}>
                <input type="radio" name="way" value={way} defaultChecked={way === "windows"} />
                {t(way)}
              </label>
            )),
          )}
        </fieldset>
        {ways.map((way) => (
          <div key={way} className={way}>
            {/* CSS shows only the chosen device's steps; without CSS, each list names its device */}
            <span className="hidden-text">{t(way)}:</span>
            <ol>
              {([1, 2, 3] as const).map((line) => (
                <li key={line}>{t(`${way}${line}`)}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p className="small">
        <Link className="lone" to={paths.faqQuestion("connect")}>
          {common("howItWorks")}
        </Link>
      </p>
    </section>
  );
}
