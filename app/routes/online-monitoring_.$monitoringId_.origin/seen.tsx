import { useLanguage, useTranslations } from "#app/components/translations";
import { utcDateText } from "#app/lib/dates";
import { tradingMoney } from "#app/lib/trading-money";
import type { OriginData } from "./route";

const stateOf = ({ stated, adds_up }: OriginData["figures"]["origin"]) => {
  if (adds_up !== null) return adds_up ? "addsUp" : "doesNotAddUp";
  return stated ? "notCompared" : "notStated";
};

/** The counts, the opening, and whether the history adds up: if not, where and by how much. */
export function Seen({ account, figures }: Pick<OriginData, "account" | "figures">) {
  const t = useTranslations("origin");
  const language = useLanguage();
  const { origin, opening } = figures;
  const money = (value: string) =>
    tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay });
  const day = (iso: string) => utcDateText(iso, language);
  const facts = [
    [t("terminalSince"), origin.terminal_since && day(origin.terminal_since)],
    [t("fromTerminal"), origin.terminal],
    [t("fromServer"), origin.server],
    [t("fromFile"), origin.file],
    [t("seenOpen"), origin.seen_open],
    [t("changed"), origin.changed],
    [t("opening"), opening && money(opening)],
  ] as const;
  return (
    <section>
      <h2>{t("seen")}</h2>
      <dl className="facts">
        {facts.map(
          ([term, value]) =>
            value !== undefined &&
            value !== null && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p>{t(stateOf(origin))}</p>
      {origin.differences && origin.differences.length > 0 && (
        <ul>
          {origin.differences.map(({ from, to, money: value }) => (
            <li key={to}>
              {from
                ? t("differs", { money: money(value), from: day(from), to: day(to) })
                : t("differsBefore", { money: money(value), to: day(to) })}
            </li>
          ))}
        </ul>
      )}
      {origin.stated && <p>{t("openCosts")}</p>}
    </section>
  );
}
