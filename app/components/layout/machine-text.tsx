import { useLanguage, useTranslations } from "#app/components/translations";
import { memoryGb } from "#app/lib/machine";
import { numberText } from "#app/lib/numbers";
import type { Rate } from "#contract/vps/index";

type MachineProps = { machine: Pick<Rate, "processor" | "memoryMb" | "diskGb" | "terminals" | "trafficGb"> };

/** The specs of a machine in one line: cores, memory, disk, terminals, traffic. Needs the texts of `vps`. */
export function MachineText({ machine }: MachineProps) {
  const t = useTranslations("vps");
  const language = useLanguage();
  const { processor, memoryMb, diskGb, terminals, trafficGb } = machine;
  const gigabytes = (value: number) => t("gigabytes", { value: numberText(value, language) });
  return [
    t("cores", { count: processor }),
    t("memoryOf", { value: gigabytes(memoryGb(memoryMb)) }),
    t("diskOf", { value: gigabytes(diskGb) }),
    t("terminalsFor", { count: terminals }),
    trafficGb === null ? t("unlimitedTraffic") : t("trafficOf", { value: numberText(trafficGb, language) }),
  ].join("\u00a0· ");
}
