import { useLanguage, useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { utcDateText } from "#app/lib/dates";
import { tradingMoney } from "#app/lib/trading-money";
import type { ImportPreview } from "#contract/monitoring/import";

/** With what the file begins, where it does not add up, and what was passed over in it. */
export function AddingUp({ preview }: { preview: ImportPreview }) {
  const t = useTranslations("import");
  const language = useLanguage();
  const { opening, gaps = [], gapCount = 0, notes = [], currency } = preview;
  const money = (amount: string, sign = false) => tradingMoney(amount, { language, currency, sign });
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
