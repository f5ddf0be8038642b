import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { useLanguage, useText } from "#app/components/text";
import type { Tone } from "#app/components/ui/badge";
import { Badge } from "#app/components/ui/badge";
import { dateText } from "#app/lib/dates";
import { listAddress, listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { ServerRow } from "#contract/vps/index";
import * as can from "#contract/vps/status";
import type { PlainKey } from "#locales/translate";

type Cell = { row: ServerRow };
type Dialog = Parameters<typeof paths.server>[1];

const statuses: Record<can.ServerStatus, { text: PlainKey<"vps">; tone: Tone }> = {
  settingUp: { text: "statusSettingUp", tone: "info" },
  active: { text: "statusActive", tone: "positive" },
  blocked: { text: "statusBlocked", tone: "warning" },
  revoked: { text: "statusRevoked", tone: "neutral" },
};

/** Leads to a dialog of a server, which the header of its row names; the list behind it stays as it is. */
function DialogLink({ row, dialog, children }: Cell & { dialog: Dialog; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={listAddress(listState(search), paths.server(row.id, dialog))} preventScrollReset>
      {children}
    </Link>
  );
}

export function DateCell({ iso }: { iso: string }) {
  const language = useLanguage();
  return (
    <time dateTime={iso} className="nowrap">
      {dateText(iso, language)}
    </time>
  );
}

export function TariffCell({ row }: Cell) {
  const t = useText("vps");
  return (
    <span className="cell">
      {row.tariff}
      {row.isTest && <span className="muted small"> ({t("testMark")})</span>}
      {can.canUpgrade(row.status) && (
        <DialogLink row={row} dialog="upgrade">
          {t(row.hasUpgrade ? "upgradePending" : "upgrade")}
        </DialogLink>
      )}
    </span>
  );
}

export function CommentCell({ row }: Cell) {
  const t = useText("vps");
  return (
    <span className="cell">
      {row.comment}
      <DialogLink row={row} dialog="comment">
        {t(row.comment ? "editComment" : "addComment")}
        <span className="hidden-text"> {t("comment")}</span>
      </DialogLink>
    </span>
  );
}

export function LoginCell({ row }: Cell) {
  const t = useText("vps");
  if (can.canSeeCredentials(row.status)) {
    return (
      <DialogLink row={row} dialog="credentials">
        {t("credentials")}
      </DialogLink>
    );
  }
  return <span className="muted small">{row.status === "settingUp" ? t("settingUpHint") : "—"}</span>;
}

export function RenewalCell({ row }: Cell) {
  const t = useText("vps");
  if (!can.canRenew(row.status)) return <span className="muted">—</span>;
  return (
    <DialogLink row={row} dialog="renewal">
      {t("renewal")}
    </DialogLink>
  );
}

/** A form of its own in each row: the button says how it is, a click turns it. */
export function AutoRenewalCell({ row }: Cell) {
  const t = useText("vps");
  const { search } = useLocation();
  const state = t(row.autoRenewal ? "on" : "off");
  if (!can.canAutoRenew(row.status)) return <span className="muted">—</span>;
  return (
    <Form method="post" action={listAddress(listState(search))} preventScrollReset>
      <input type="hidden" name="serverId" value={row.id} />
      <button type="submit" className="link" name="autoRenewal" value={row.autoRenewal ? "off" : "on"}>
        <span className="hidden-text">{t("autoRenewal")}: </span>
        {state}
      </button>
    </Form>
  );
}

export function StatusCell({ row }: Cell) {
  const t = useText("vps");
  const { text, tone } = statuses[row.status];
  return (
    <span className="cell">
      <Badge tone={tone}>{t(text)}</Badge>
      {can.canControl(row.status) && (
        <DialogLink row={row} dialog="control">
          {t("control")}
        </DialogLink>
      )}
    </span>
  );
}
