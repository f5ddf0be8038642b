import { useLanguage, useText } from "#app/components/text";
import { Facts } from "#app/components/ui/facts";
import { memoryGb } from "#app/lib/machine";
import { numberText } from "#app/lib/numbers";
import type { ServerPlace } from "./load-server.server";

/** What the machine has. */
export function Plan({ place: { server } }: { place: ServerPlace }) {
  const t = useText("server");
  const vps = useText("vps");
  const language = useLanguage();
  const { processor, memoryMb, diskGb, terminals, trafficGb } = server;
  const number = (value: number) => numberText(value, language);
  return (
    <section className="card" aria-labelledby="plan">
      <h2 id="plan">{t("plan")}</h2>
      <Facts
        items={[
          [vps("tariff"), server.tariff],
          [vps("processor"), vps("cores", { count: processor })],
          [vps("memory"), vps("gigabytes", { value: number(memoryGb(memoryMb)) })],
          [vps("disk"), vps("gigabytes", { value: number(diskGb) })],
          [vps("terminals"), vps("terminalsUpTo", { count: terminals })],
          [
            vps("traffic"),
            trafficGb === null ? vps("unlimited") : vps("trafficMonthly", { value: number(trafficGb) }),
          ],
        ]}
      />
    </section>
  );
}
