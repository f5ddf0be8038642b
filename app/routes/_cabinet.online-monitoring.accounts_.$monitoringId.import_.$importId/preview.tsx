import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";
import { CheckboxField } from "#app/components/form/checkbox-field";
import { TextField } from "#app/components/form/fields";
import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { useLanguage, useTranslations } from "#app/components/translations";
import { DescriptionList } from "#app/components/ui/description-list";
import { Notice } from "#app/components/ui/notice";
import { utcDateText, utcDateTimeText } from "#app/lib/dates";
import type { ImportPreview, ImportStatus } from "#contract/monitoring/import";
import { isNamedZone } from "#contract/monitoring/statement-time-zones";
import { tradingMoney } from "#contract/monitoring/trading-money";
import { Reconciliation } from "./reconciliation";

type Props = {
  status: Pick<ImportStatus, "fileName" | "zone"> & { number: string };
  preview: ImportPreview;
  result: SubmissionResult<string[]> | undefined;
};

/** The content of a file, its reconciliation, and the buttons to import or discard it. */
export function Preview({ status: { fileName, zone, number }, preview, result }: Props) {
  const t = useTranslations("import");
  const language = useLanguage();
  const countText = (count: number, knownCount: number) =>
    knownCount > 0 ? t("known", { count, known: knownCount }) : String(count);
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
        <DescriptionList
          items={[
            [t("fileName"), fileName],
            [t("format"), t(`format_${preview.format}`)],
            [t("account"), account || null],
            [
              t("period"),
              `${utcDateText(preview.since, language)} – ${utcDateText(preview.until, language)}`,
            ],
            [t("zone"), isNamedZone(zone) ? t(`zone_${zone}`) : zone],
            [t("trades"), countText(trades, knownTrades)],
            [t("operations"), countText(operations, knownOperations)],
            [t("cancelled"), cancelledOrders || null],
            [t("open"), openPositions || null],
          ]}
        />
      </section>
      <AddingUp preview={preview} />
      <Reconciliation lines={preview.reconciliation} currency={preview.currency} />
      {!isNew && <Notice>{t("nothingNew")}</Notice>}
      <ConfirmForm preview={preview} result={result} />
    </>
  );
}

/** The buttons to import or discard, with the required input: rows to leave out, and the opening balance. */
function ConfirmForm({ preview, result }: Pick<Props, "preview" | "result">) {
  const t = useTranslations("import");
  const language = useLanguage();
  const { reversed = [], reversedCount = 0, asksOpening, suggestedOpening, currency } = preview;
  const [form, fields] = useContractForm(() => import("./form").then((module) => module.schema), {
    lastResult: result,
    defaultValue: { openingBalance: suggestedOpening ?? "" },
  });
  const time = (moment: string) => utcDateTimeText(moment, language);
  return (
    <Form method="post" of={form} className="stack">
      <FormErrors result={result} />
      {reversedCount > 0 && (
        <Notice tone="warning" title={t("reversedTitle", { count: reversedCount })}>
          <ul>
            {reversed.map(({ symbol, opened, closed, result: amount }) => (
              <li key={symbol + opened + closed}>
                {t("reversedRow", {
                  symbol,
                  opened: time(opened),
                  closed: time(closed),
                  amount: tradingMoney(amount, { language, currency, display: "symbol", sign: true }),
                })}
              </li>
            ))}
          </ul>
          <CheckboxField field={fields.leaveOut}>{t("leaveOut", { count: reversedCount })}</CheckboxField>
        </Notice>
      )}
      {asksOpening && (
        <TextField
          field={fields.openingBalance}
          label={t("startingBalance")}
          hint={t(suggestedOpening ? "startingBalanceFromEquity" : "startingBalanceHint")}
          inputMode="decimal"
        />
      )}
      <div className="row">
        <SubmitButton name="intent" value="import">
          {t("import")}
        </SubmitButton>{" "}
        <SubmitButton variant="quiet" name="intent" value="discard">
          {t("discard")}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The opening balance of the file, its gaps, and the rows that were skipped. */
function AddingUp({ preview }: { preview: ImportPreview }) {
  const t = useTranslations("import");
  const language = useLanguage();
  const { opening, gaps = [], gapCount = 0, notes = [], currency } = preview;
  const money = (amount: string, sign = false) =>
    tradingMoney(amount, { language, currency, display: "symbol", sign });
  const day = (time: string) => utcDateText(time, language);
  return (
    <>
      {opening && <Notice>{t("opening", { amount: money(opening) })}</Notice>}
      {gaps.length > 0 && (
        <Notice tone="warning" title={t("gapsTitle")}>
          <ul>
            {gaps.map(({ from, to, amount }) => (
              <li key={from + to + amount}>
                {t(day(from) === day(to) ? "gapOn" : "gapBetween", {
                  amount: money(amount, true),
                  from: day(from),
                  to: day(to),
                })}
              </li>
            ))}
            {gapCount > gaps.length && <li>{t("gapsMore", { count: gapCount - gaps.length })}</li>}
          </ul>
          <p>{t("gapsText")}</p>
        </Notice>
      )}
      {notes.map(({ code, count, line }) => (
        <p key={code} className="muted small">
          {t(`note_${code}`, { count, line: line ?? "–" })}
        </p>
      ))}
    </>
  );
}
