import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { MoreMenu } from "#app/components/ui/more-menu";
import { paths } from "#app/paths";
import type { AccountRow } from "#contract/monitoring/index";

/** Further actions for an account; deleting it is set apart. */
export function RowMenu({
  account: { monitoringId, number, state, serverId },
}: {
  account: Pick<AccountRow, "monitoringId" | "number" | "state" | "serverId">;
}) {
  const t = useTranslations("accounts");
  return (
    <MoreMenu id={`more-${monitoringId}`} label={t("moreFor", { number })}>
      {state === "silent" && serverId && (
        <Link to={paths.server(serverId, "control")}>{t("restartServer")}</Link>
      )}{" "}
      <Link to={paths.monitoringSettings(monitoringId, "common")}>{t("settings")}</Link>{" "}
      <Link to={paths.importHistory(monitoringId)}>{t("importHistory")}</Link>{" "}
      {joinWithSpaces(
        (["edit", "key"] as const).map((dialog) => (
          <Link key={dialog} to={paths.monitoringAccount(monitoringId, dialog)} preventScrollReset>
            {t(dialog)}
          </Link>
        )),
      )}
      <hr />
      <Link to={paths.monitoringAccount(monitoringId, "delete")} className="danger" preventScrollReset>
        {t("delete")}
      </Link>
    </MoreMenu>
  );
}
