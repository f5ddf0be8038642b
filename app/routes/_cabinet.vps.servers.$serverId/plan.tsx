import { useLanguage, useTranslations } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { memoryGb } from "#app/lib/machine";
import { numberText } from "#app/lib/numbers";
import type { ServerPlace } from "./load-server.server";

/** What the machine has. */
export function Plan({ place: { server } }: { place: ServerPlace }) {
  const t = useTranslations("server");
  const vps = useTranslations("vps");
  const language = useLanguage();
  const { processor, memoryMb, diskGb, terminals, trafficGb } = server;
  const number = (value: number) => numberText(value, language);
  return (
    <section className="card" aria-labelledby="plan">
      <h2 id="plan">{t("plan")}</h2>
      <Facts
        items={[
          [vps("tariff"), server.tariff],
          [t("processor"), vps("cores", { count: processor })],
          [t("memory"), vps("gigabytes", { value: number(memoryGb(memoryMb)) })],
          [t("disk"), vps("gigabytes", { value: number(diskGb) })],
          [t("terminals"), t("terminalsUpTo", { count: terminals })],
          [
            t("traffic"),
            trafficGb === null ? t("unlimited") : t("trafficMonthly", { value: number(trafficGb) }),
          ],
        ]}
      />
    </section>
  );
}
