import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { Notice } from "#app/components/ui/notice";
import { utcDateText } from "#app/lib/dates";
import type { ImportPreview, ImportStatus } from "#contract/monitoring/import";
import { isNamedZone } from "#contract/monitoring/statement-zones";
import { AddingUp } from "./adding-up";
import { Reconciliation } from "./reconciliation";

type Props = { status: Pick<ImportStatus, "fileName" | "zone"> & { number: string }; preview: ImportPreview };

/** What a file holds, how it adds up, and the two ways on. */
export function Preview({ status: { fileName, zone, number }, preview }: Props) {
  const t = useTranslations("import");
  const language = useLanguage();
  const known = (count: number, ofThem: number) =>
    ofThem > 0 ? t("known", { count, known: ofThem }) : String(count);
  const { trades, operations, knownTrades, knownOperations, cancelledOrders, openPositions } = preview;
  const isNew = trades + operations > knownTrades + knownOperations;
  const account = [preview.number, preview.name, preview.server, preview.currency]
    .filter(Boolean)
    .join("\u00a0· ");
  return (
    <>
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warning" role="alert">
          {t(`warning_${warning}`, {
            number: preview.number ?? "",
            own: number,
            currency: preview.currency ?? "",
          })}
        </Notice>
      ))}
      <section className="card">
        <h3>{t("previewTitle")}</h3>
        <Facts
          items={[
            [t("fileName"), fileName],
            [t("format"), t(`format_${preview.format}`)],
            [t("account"), account || null],
            [
              t("period"),
              `${utcDateText(preview.since, language)} – ${utcDateText(preview.until, language)}`,
            ],
            [t("zone"), isNamedZone(zone) ? t(`zone_${zone}`) : zone],
            [t("trades"), known(trades, knownTrades)],
            [t("operations"), known(operations, knownOperations)],
            [t("cancelled"), cancelledOrders || null],
            [t("open"), openPositions || null],
          ]}
        />
      </section>
      <AddingUp preview={preview} />
      <Reconciliation lines={preview.reconciliation} currency={preview.currency} />
      {!isNew && <Notice>{t("nothingNew")}</Notice>}
      <Form method="post" className="row">
        <SubmitButton name="intent" value="import">
          {t("import")}
        </SubmitButton>{" "}
        <SubmitButton variant="quiet" name="intent" value="discard">
          {t("discard")}
        </SubmitButton>
      </Form>
    </>
  );
}
