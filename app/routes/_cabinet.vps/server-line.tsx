import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { dateText } from "#app/lib/dates";
import { serverTone } from "#app/lib/server-tone";
import { paths } from "#app/paths";
import type { ServerRow } from "#contract/vps/index";
import { AutoRenewal, LoginDetails, More, PaidUntil, Renewal } from "./server-cells";

const statusNames = {
  settingUp: "statusSettingUp",
  active: "statusActive",
  blocked: "statusBlocked",
  revoked: "statusRevoked",
} as const;

/** A server in the list: the row links to its page and has one main action; the others are in the menu. */
export function ServerLine({ row, now }: { row: ServerRow; now: number }) {
  const t = useTranslations("vps");
  const viewer = useViewer();
  return (
    <tr>
      <th scope="row">
        <code>{row.id}</code>
      </th>
      <td>
        {row.tariff}
        {row.isTest && ` (${t("testMark")})`}
      </td>
      <td>
        <Link to={paths.serverPage(row.id)} className={row.comment ? "go" : "go muted"}>
          {row.comment || t("noComment")}
        </Link>
      </td>
      <td>
        <LoginDetails row={row} />
      </td>
      <td>
        <span className="narrow-only">{t("issued")} </span>
        <time dateTime={row.issuedAt}>{dateText(row.issuedAt, viewer)}</time>
      </td>
      <td>
        <PaidUntil row={row} now={now} />
      </td>
      <td>
        <Renewal row={row} />
      </td>
      <td>
        <AutoRenewal row={row} />
      </td>
      <td>
        <Badge tone={serverTone[row.status]}>{t(statusNames[row.status])}</Badge>
      </td>
      <td>
        <More row={row} />
      </td>
    </tr>
  );
}
