import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Form } from "#app/components/form";

import { CheckboxField } from "#app/components/form/checkbox-field";
import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useLanguage, useTranslations } from "#app/components/translations";
import { percentText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import type { Output } from "#contract/endpoint";
import type { AlertUnit } from "#contract/monitoring/alert-kinds";
import { alertKinds, thresholdKinds } from "#contract/monitoring/alert-kinds";
import type { readAlerts } from "#contract/monitoring/notices";
import { tradingMoney } from "#contract/monitoring/trading-money";
import { ThresholdChart } from "./threshold-chart";
import type { ThresholdCharts } from "./threshold-charts.server";

type Alerts = Omit<Output<typeof readAlerts>, "log">;
type Props = { alerts: Alerts; charts: ThresholdCharts; lastResult: SubmissionResult<string[]> | undefined };

const loadSchema = () => import("#contract/monitoring/notices").then(({ alertSettings }) => alertSettings);
const on = (value: boolean) => (value ? "on" : undefined);
const events = alertKinds.filter((kind) => !thresholdKinds.some((entry) => entry.kind === kind));

/** Which alerts are on, their thresholds, and where they are sent. */
export function AlertsForm({ alerts, charts, lastResult }: Props) {
  const t = useTranslations("notices");
  const language = useLanguage();
  const switches = Object.fromEntries(alertKinds.map((kind) => [kind, on(alerts.kinds[kind].isOn)]));
  const thresholds = Object.fromEntries(
    thresholdKinds.map(({ kind, field }) => [field, alerts.kinds[kind].threshold ?? ""]),
  );
  const [form, fields] = useContractForm(loadSchema, {
    id: "alerts",
    lastResult,
    defaultValue: {
      ...switches,
      ...thresholds,
      // email is on by default for the first alert
      byEmail: on(alerts.byEmail || !alertKinds.some((kind) => alerts.kinds[kind].isOn)),
      byBot: on(alerts.byBot),
    },
  });
  const signs: Record<AlertUnit, string | null> = {
    percent: "%",
    money: alerts.currency,
    minutes: t("minutesUnit"),
  };
  /** Returns a stored threshold as text; the form's field may hold another one by now. */
  const thresholdText = (kind: keyof ThresholdCharts) => {
    const threshold = alerts.kinds[kind].threshold ?? "0";
    if (kind === "drawdown") return percentText(Number(threshold), language, { digits: 2 });
    const { currency, currencyDisplay: display } = alerts;
    return tradingMoney(threshold, { language, currency, display });
  };
  return (
    <section className="card">
      <h2>{t("notificationsTitle")}</h2>
      <p>{t("alertsIntro")}</p>
      <Form method="post" of={form}>
        <FormError form={form} />
        <h3 className="small muted">{t("tellMe")}</h3>
        {thresholdKinds.map(({ kind, field, unit }) => (
          <Fragment key={kind}>
            <div className="switch-row">
              <CheckboxField field={fields[kind]}>{t(kind)}</CheckboxField>
              <TextField
                field={fields[field]}
                label={t(field)}
                hint={kind === "drawdown" || kind === "profit" ? t(`${kind}Hint`) : undefined}
                size="short"
                inputMode="decimal"
                autoComplete="off"
                unit={signs[unit]}
              />
            </div>
            {(kind === "drawdown" || kind === "equity") && (
              <ThresholdChart charts={charts} kind={kind} threshold={thresholdText(kind)} />
            )}
          </Fragment>
        ))}
        {events.map((kind) => (
          <CheckboxField key={kind} field={fields[kind]}>
            {t(kind)}
          </CheckboxField>
        ))}
        <fieldset className="field">
          <legend>{t("ways")}</legend>
          <CheckboxField field={fields.byEmail}>{t("byEmail", { email: alerts.email })}</CheckboxField>
          {alerts.botLinked && <CheckboxField field={fields.byBot}>{t("byBot")}</CheckboxField>}
          {alerts.botEnabled && !alerts.botLinked && (
            <p className="small">
              <Link className="lone" to={paths.profile}>
                {t("linkBot")}
              </Link>
            </p>
          )}
        </fieldset>
        <SubmitButton name="intent" value="save">
          {t("saveAlerts")}
        </SubmitButton>
        <FaqLink question="reports-alerts" />
      </Form>
    </section>
  );
}
