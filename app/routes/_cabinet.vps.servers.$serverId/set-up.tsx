import { useTranslations } from "#app/components/translations";
import { Meter } from "#app/components/ui/meter";
import type { TimelineStep } from "#app/components/ui/timeline";
import { Timeline } from "#app/components/ui/timeline";
import type { ServerPlace } from "./load-server.server";

/** How far the set-up of a new server is. */
export function SetUp({ place: { server, events } }: { place: ServerPlace }) {
  const t = useTranslations("server");
  const order = events.find(({ kind }) => kind === "create");
  // what was begun is followed: paid, then reserved, then starting, then there
  const reached = order?.status === "running" ? 2 : 1;
  const titles = [
    t("stepPaid"),
    t("stepReserved"),
    t("stepStarts", { system: server.operatingSystem }),
    t("stepReady"),
  ];
  const steps = titles.map(
    (title, index): TimelineStep => ({
      key: title,
      title,
      state: index < reached ? "done" : index === reached ? "current" : "coming",
    }),
  );
  return (
    <section className="card" aria-labelledby="set-up">
      <h2 id="set-up">{t("settingUp")}</h2>
      <Meter label={t("settingUp")} value={reached} max={titles.length} />
      <Timeline steps={steps} />
      <p className="hint">{t("settingUpText")}</p>
    </section>
  );
}
