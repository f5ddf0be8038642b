import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { paths } from "#app/paths";
import { actionsWhere, canControl, isOpenOrder } from "#contract/vps/status";
import type { ServerPage } from "./load-server.server";

/** Whether the machine runs, and the actions on it; each is confirmed in a dialog. */
export function Power({ page: { server, control } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const vps = useTranslations("vps");
  if (!canControl(server.status)) return null;
  const open = control.requests.find(({ status }) => isOpenOrder(status));
  const dialog = (confirm?: string) =>
    paths.server(server.id, "control", { from: "server", ...(confirm && { confirm }) });
  const over = (name: "reinstall" | "password" | "snapshots", text: string) => (
    <Link to={paths.server(server.id, name, { from: "server" })} className="lone" preventScrollReset>
      {text}
    </Link>
  );
  return (
    <section className="card" aria-labelledby="power">
      <div className="row apart">
        <h2 id="power">{t("power")}</h2>
        {open && open.status !== "done" && open.status !== "failed" ? (
          <Badge tone="info">
            {t(open.action)}, {t(open.status)}
          </Badge>
        ) : (
          <Badge tone={control.isOn ? "positive" : "neutral"}>{t(control.isOn ? "isOn" : "isOff")}</Badge>
        )}
      </div>
      <div className="row">
        {!open &&
          joinWithSpaces(
            actionsWhere(control.isOn).map((action) => (
              <Link
                key={action}
                to={dialog(action)}
                className={action === "turnOff" ? "button danger" : "button"}
                preventScrollReset
              >
                {t(`button_${action}`)}
              </Link>
            )),
          )}
      </div>
      <p className="hint">{t("powerTime")}</p>
      <div className="row">
        <Link to={dialog()} className="lone" preventScrollReset>
          {vps("control")}
        </Link>{" "}
        {over("reinstall", t("toReinstall"))} {over("password", t("toPassword"))}{" "}
        {server.hasSnapshots && over("snapshots", t("snapshots"))}
      </div>
    </section>
  );
}
