import { mailText } from "#api/email/render";
import { formatTime } from "#api/lib/format";
import { moneyText } from "#api/modules/monitoring/money-text";
import { numberFormat } from "#contract/formats";
import type { Language } from "#contract/languages";
import type { AlertKind } from "#contract/monitoring/alert-kinds";
import { alertEntry } from "#contract/monitoring/alert-kinds";
import type { CurrencyDisplay } from "#contract/monitoring/status";
import { parseDecimal } from "#statements/decimal";

/** The reader's language and time zone; a client's row is one. */
type Viewer = { language: Language; timeZone: string | null };

/** Returns the text of one alert: `Drawdown is 21.4%, above 20%`. */
export function alertText(
  { language, timeZone }: Viewer,
  { currencyDisplay }: { currencyDisplay: CurrencyDisplay },
  kind: AlertKind,
  values: Record<string, string>,
): string {
  const { value = "", threshold = "", currency = "", side = "", heardAt } = values;
  const money = (text: string) =>
    moneyText(parseDecimal(text), { currency: currency || null, currencyDisplay }, language);
  const number = (text: string) => numberFormat(language, { maximumFractionDigits: 8 }).format(Number(text));
  const unit = alertEntry(kind).threshold?.unit ?? "money";
  const formatted: Record<string, string> = {
    ...values,
    side: mailText(language, side === "short" ? "sideShort" : "sideLong"),
    value: value && (unit === "money" ? money(value) : number(value)),
    threshold: threshold && (unit === "money" ? money(threshold) : number(threshold)),
    heardAt: heardAt ? formatTime(heardAt, language, timeZone ?? "UTC") : "",
  };
  return mailText(language, `alert_${kind}`, formatted);
}
