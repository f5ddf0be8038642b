import { useLocation } from "@remix-run/react";
import { Form } from "#app/components/form";
import { PeriodChoices } from "#app/components/form/period-choices";
import { useLanguage, useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { Facts } from "#app/components/ui/facts";
import { numberText } from "#app/lib/numbers";
import { listState } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import type { Rate } from "#contract/vps/index";

const megabytesOfGigabyte = 1024;

/** `Windows Server 2019, Windows Server 2022` as `Windows Server 2019, 2022`. */
function shortList(names: readonly string[]): string {
  const kind = (name: string) => name.slice(0, name.lastIndexOf(" ") + 1);
  return [...names]
    .sort()
    .map((name, index, all) =>
      index > 0 && kind(name) === kind(all[index - 1] ?? "") ? name.slice(kind(name).length) : name,
    )
    .join(", ");
}

/** A rate to rent: what it has, and a form that takes the chosen period to the order. It needs no script. */
export function RateCard({ rate }: { rate: Rate }) {
  const t = useText("vps");
  const language = useLanguage();
  const { search } = useLocation();
  const { processor, memoryMb, diskGb, operatingSystems, terminals, trafficGb, periods } = rate;
  const gigabytes = (value: number) => t("gigabytes", { value: numberText(value, language) });
  return (
    <li className="card">
      <h3 id={rate.id}>{rate.name}</h3>
      <Facts
        items={[
          [t("processor"), t("cores", { count: processor })],
          [t("memory"), gigabytes(memoryMb / megabytesOfGigabyte)],
          [t("disk"), gigabytes(diskGb)],
          [t("operatingSystems"), shortList(operatingSystems)],
          [t("terminals"), t("terminalsUpTo", { count: terminals })],
          [
            t("traffic"),
            trafficGb === null
              ? t("unlimited")
              : t("trafficMonthly", { value: numberText(trafficGb, language) }),
          ],
        ]}
      />
      <Form reloadDocument method="get" action={paths.vpsOrder(rate.id)} className="form card-foot">
        {Object.entries(listState(search)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PeriodChoices periods={periods} />
        <button type="submit" className={`${buttonClass("primary")} wide`} aria-describedby={rate.id}>
          {t("rent")}
        </button>
      </Form>
    </li>
  );
}
