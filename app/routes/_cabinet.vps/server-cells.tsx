import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { Switch } from "#app/components/form/switch";
import { PaidMeter } from "#app/components/layout/paid-meter";
import { useTranslations, useViewer } from "#app/components/translations";
import { MoreMenu } from "#app/components/ui/more-menu";
import { dateText, dayText } from "#app/lib/dates";
import { listAddress, listState } from "#app/lib/server-list-url";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import type { ServerRow } from "#contract/vps/index";
import * as can from "#contract/vps/status";

type Cell = { row: ServerRow };
type DialogLinkProps = Cell & {
  dialog: Parameters<typeof paths.server>[1];
  className?: string;
  children: ReactNode;
};

/**
 * Link to a dialog of a server. It has no server name, because the row header names the server. The list under the
 * dialog stays as it is.
 */
function DialogLink({ row, dialog, className, children }: DialogLinkProps) {
  const { search } = useLocation();
  const state = { ...listState(search), from: undefined };
  return (
    <Link to={listAddress(state, paths.server(row.id, dialog))} className={className} preventScrollReset>
      {children}
    </Link>
  );
}

const Nothing = () => <span className="hidden-text">—</span>;

export function LoginDetails({ row }: Cell) {
  const t = useTranslations("vps");
  const viewer = useViewer();
  if (row.status === "revoked" && row.revokedOn)
    return <span className="small">{t("deletedOn", { date: dayText(row.revokedOn, viewer) })}</span>;
  if (!can.canSeeCredentials(row.status))
    return row.status === "settingUp" ? <span className="small">{t("settingUpHint")}</span> : <Nothing />;
  return (
    <>
      {row.ip && <code>{row.ip}</code>}{" "}
      <DialogLink row={row} dialog="credentials" className="lone">
        {t("credentials")}
      </DialogLink>
    </>
  );
}

/** The date and the remaining time as a meter; for a blocked server, the day until which its data is stored. */
export function PaidUntil({ row, now }: Cell & { now: number }) {
  const t = useTranslations("vps");
  const viewer = useViewer();
  const day = (
    <span>
      <span className="column-name">{t("paidUntil")} </span>
      <time dateTime={row.paidUntil}>{dateText(row.paidUntil, viewer)}</time>
    </span>
  );
  if (row.status === "blocked" && row.revokedOn)
    return (
      <div className="paid">
        {day}{" "}
        <span className="small muted">{t("keptUntil", { date: dayText(row.revokedOn, viewer, now) })}</span>
      </div>
    );
  if (row.status === "blocked" || row.status === "revoked") return day;
  return (
    <PaidMeter
      paidUntil={row.paidUntil}
      months={row.renewalMonths}
      now={now}
      label={(count) => t("daysLeft", { count })}
    >
      {day}
    </PaidMeter>
  );
}

export function Renewal({ row }: Cell) {
  const t = useTranslations("vps");
  if (!can.canRenew(row.status)) return <Nothing />;
  return (
    <DialogLink row={row} dialog="renewal" className="button">
      {t("renew")}
    </DialogLink>
  );
}

/** A form in each row: the switch shows the state, a click toggles it. */
export function AutoRenewal({ row }: Cell) {
  const t = useTranslations("vps");
  const { search } = useLocation();
  if (!can.canAutoRenew(row.status)) return <Nothing />;
  return (
    <Form method="post" action={listAddress(listState(search))} preventScrollReset>
      <input type="hidden" name="serverId" value={row.id} />
      <input type="hidden" name="autoRenewal" value={row.autoRenewal ? "off" : "on"} />
      <Switch
        isOn={row.autoRenewal}
        name="intent"
        value="setAutoRenewal"
        of={{ name: "serverId", value: row.id }}
        label={<span className="own-name">{t("autoRenewal")}:</span>}
        stateLabels={{ on: t("on"), off: t("off") }}
      />
    </Form>
  );
}

/** All further actions of a server. */
export function More({ row }: Cell) {
  const t = useTranslations("vps");
  return (
    <MoreMenu id={`more-${row.id}`} label={t("more", { name: serverName(row) })}>
      <Link to={paths.serverPage(row.id)}>{t("openServer")}</Link>
      <hr />
      {can.canUpgrade(row.status) && (
        <DialogLink row={row} dialog="upgrade">
          {t(row.hasUpgrade ? "upgradePending" : "upgrade")}
        </DialogLink>
      )}{" "}
      {can.canControl(row.status) && (
        <DialogLink row={row} dialog="control">
          {t("control")}
        </DialogLink>
      )}{" "}
      {can.canControl(row.status) && (
        <DialogLink row={row} dialog="reinstall">
          {t("reinstall")}
        </DialogLink>
      )}{" "}
      <DialogLink row={row} dialog="comment">
        {t("editComment")}
      </DialogLink>
    </MoreMenu>
  );
}
