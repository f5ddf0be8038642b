import { Link } from "@remix-run/react";
import { Refreshing } from "#app/components/layout/refreshing";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { Table } from "#app/components/ui/table";
import { TypedName } from "#app/components/ui/typed-name";
import { connectionTone } from "#app/lib/connection-tone";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import type { AccountRow } from "#contract/monitoring/index";

type Row = Pick<AccountRow, "monitoringId" | "number" | "name" | "state" | "heardAt">;

const watchSeconds = 5;

/**
 * Whether the accounts' terminals have connected. While watching, the page polls automatically, also without script.
 */
export function Check({ accounts, isWatching }: { accounts: readonly Row[]; isWatching: boolean }) {
  const t = useTranslations("guide");
  const viewer = useViewer();
  return (
    <section className="card" id="check">
      <h2>{t("checkTitle")}</h2>
      <p>{t("checkText")}</p>
      {accounts.length === 0 ? (
        <p className="muted">{t("checkNoAccounts")}</p>
      ) : (
        <Table
          caption={t("checkTitle")}
          rows={accounts}
          rowKey={({ monitoringId }) => monitoringId}
          columns={[
            {
              key: "account",
              label: t("checkAccount"),
              isRowHeader: true,
              cell: ({ number, name }) => <TypedName>{`${name} (${number})`}</TypedName>,
            },
            {
              key: "state",
              label: t("checkState"),
              cell: ({ state, heardAt }) => (
                <>
                  <Badge tone={connectionTone[state]}>{t(`state_${state}`)}</Badge>{" "}
                  {heardAt && (
                    <small className="muted">
                      {t("checkSince", { time: dateTimeText(heardAt, viewer) })}
                    </small>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      <p className="row" role="status">
        {isWatching ? (
          <>
            <span>{t("checking")}</span>{" "}
            <Link className="lone" to={paths.monitoringGuide} preventScrollReset>
              {t("checkStop")}
            </Link>
            <Refreshing seconds={watchSeconds} />
          </>
        ) : (
          <Link to={paths.watchTerminal} className={buttonClass("secondary")} preventScrollReset>
            {t("checkStart")}
          </Link>
        )}
      </p>
    </section>
  );
}
