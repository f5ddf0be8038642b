import { useLanguage, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageClock } from "./time-text";
import { timeText } from "./time-text";

/** What its owner can do where no data comes. */
export function Advice({ account, clock }: { account: AccountPage; clock: PageClock }) {
  const t = useTranslations("statistics");
  const language = useLanguage();
  const { state, serverId, heardAt } = account;
  const heard = heardAt ? timeText(heardAt, language, clock) : "–";
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
