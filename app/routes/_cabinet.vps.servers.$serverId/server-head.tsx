import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { serverTone } from "#app/lib/server-tone";
import { paths } from "#app/paths";
import * as can from "#contract/vps/status";
import type { ServerPage } from "./load-server.server";

const statusNames = {
  settingUp: "statusSettingUp",
  active: "statusActive",
  blocked: "statusBlocked",
  revoked: "statusRevoked",
} as const;

const over = { from: "server" } as const;

/** The server's name, status and actions. */
export function ServerHead({ page: { server } }: { page: ServerPage }) {
  const t = useTranslations("server");
  const vps = useTranslations("vps");
  const { id, status, tariff, operatingSystem, comment } = server;
  const dialog = (name: Parameters<typeof paths.server>[1], text: string) => (
    <Link to={paths.server(id, name, over)} className="button" preventScrollReset>
      {text}
    </Link>
  );
  return (
    <>
      <Link to={paths.vps} className="back">
        {t("backToList")}
      </Link>
      <div className="page-head">
        <h1>{comment || id}</h1>
        <div className="row">
          {can.canRenew(status) && dialog("renewal", vps("renew"))}{" "}
          {can.canUpgrade(status) && dialog("upgrade", vps(server.upgrade ? "upgradePending" : "upgrade"))}{" "}
          {dialog("comment", vps("editComment"))}
        </div>
        <p className="small">
          <Badge tone={serverTone[status]}>{vps(statusNames[status])}</Badge>
          {"\u00a0· "}
          <code>{id}</code>
          {["", tariff, operatingSystem].join("\u00a0· ")}
        </p>
      </div>
    </>
  );
}
