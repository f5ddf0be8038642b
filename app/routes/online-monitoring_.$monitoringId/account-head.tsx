import { useLanguage, useText } from "#app/components/text";
import { Badge } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { connectionTone } from "#app/lib/connection-tone";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";
import type { PageClock } from "./time-text";
import { timeText } from "./time-text";

type Props = Pick<PageData, "query" | "refreshes"> & { account: AccountPage; clock: PageClock };

/** Whose account, where, how fresh; for the owner also what to do about it. */
export function AccountHead({ account, query, clock, refreshes }: Props) {
  const t = useText("statistics");
  const language = useLanguage();
  const { id, name, number, server, currency, leverage, mode, state, heardAt, isOwner, visibility } = account;
  const heard = heardAt ? timeText(heardAt, language, clock) : "–";
  const facts = [
    [t("accountNumber"), number],
    [t("server"), server],
    [t("currency"), currency],
    [t("leverage"), leverage ? `1:${leverage}` : null],
    [t("lastUpdate"), heardAt && heard],
  ] as const;
  const { live, period, from, to, zone } = query;
  const shown = {
    period: period === "all" ? undefined : period,
    from,
    to,
    zone: zone === "UTC" ? undefined : zone,
  };
  const liveAddress = paths.monitoringPage(id, { ...shown, live: live ? undefined : "1" });
  const refreshLink = (
    <a href={liveAddress} className="no-print">
      {t(live ? "refreshStop" : "refreshStart")}
    </a>
  );
  return (
    <>
      <header className="page-head" id="head">
        <h1>{name}</h1>
        <div className="row">
          <Badge tone={connectionTone[state]}>{t(`state_${state}`, { time: heard })}</Badge>
          {mode && <Badge>{t(`mode_${mode as "demo"}`)}</Badge>}
          {isOwner && (
            <Badge tone={visibility === "private" ? "neutral" : "info"}>
              {t(`visibility_${visibility}`)}
            </Badge>
          )}
          {state === "connected" && (refreshes ? <noscript>{refreshLink}</noscript> : refreshLink)}
          {isOwner && (
            <a href={paths.monitoringSettings(id, "common")} className={`${buttonClass()} no-print`}>
              {t("settings")}
            </a>
          )}
        </div>
      </header>
      <dl className="row about" id="about">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{t("times")}</dt>
          <dd>
            <a href={`${paths.monitoringOrigin(id)}#times`}>
              {clock.name === "broker" ? t("brokerTimes") : clock.name.replaceAll("_", " ")}
            </a>
          </dd>
        </div>
      </dl>
      {isOwner && <Advice account={account} heard={heard} />}
    </>
  );
}

/** What its owner can do where no data comes. */
function Advice({ account, heard }: { account: AccountPage; heard: string }) {
  const t = useText("statistics");
  const { state, serverId } = account;
  if (state === "waiting")
    return (
      <Notice>
        <p>
          {t("waitingText")} <a href={paths.monitoringGuide}>{t("toGuide")}</a>
        </p>
      </Notice>
    );
  if (state === "paused")
    return (
      <Notice tone="warning">
        <p>
          {t("pausedText")} <a href={paths.monitoring}>{t("toSubscription")}</a>
        </p>
      </Notice>
    );
  if (state !== "silent") return null;
  return (
    <Notice tone="warning">
      <p>
        {serverId ? t("silentText", { time: heard, server: serverId }) : t("silentOwnText", { time: heard })}
      </p>
      {serverId ? (
        <a href={paths.server(serverId, "control")} className={buttonClass()}>
          {t("restartServer")}
        </a>
      ) : (
        <a href={paths.monitoringGuide}>{t("toGuide")}</a>
      )}
    </Notice>
  );
}
