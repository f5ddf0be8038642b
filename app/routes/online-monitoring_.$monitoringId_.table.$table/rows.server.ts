import { utcDateText, utcFormat } from "#app/lib/dates";
import { fractionText } from "#app/lib/numbers";
import { partialMonth } from "#app/lib/partial-month";
import type { Output } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import type { AccountPage, charts, days } from "#contract/monitoring/index";
import { tradingMoney } from "#contract/monitoring/trading-money";
import type { Translate } from "#locales/translate";

type RowContext = { account: AccountPage; t: Translate<"statistics">; language: Language };
type Rows = { columns: string[]; rows: string[][] };

const writing = ({ account, language }: RowContext) => ({
  percent: (value: number | null) =>
    value === null ? "–" : fractionText(value, language, { sign: true, fixed: true }),
  money: (value: string | null | undefined, sign = false) =>
    value === null || value === undefined
      ? "–"
      : tradingMoney(value, { language, currency: account.currency, display: account.currencyDisplay, sign }),
});

/** Returns a row per day, newest first; the opening is the last row of the last page. */
export function dayRows(dayPage: Output<typeof days>, context: RowContext): Rows {
  const { t, language } = context;
  const { percent, money } = writing(context);
  const hasMoney = dayPage.days.some(({ balance }) => balance !== undefined);
  const rows = dayPage.days.map(({ day, growth, drawdown, balance, equity }) => [
    utcDateText(day, language),
    percent(growth),
    percent(drawdown),
    ...(hasMoney ? [money(balance), money(equity)] : []),
  ]);
  const { opening } = dayPage;
  if (opening && dayPage.page === dayPage.pages)
    rows.push([t("figure_opening"), ...["–", "–"], ...(hasMoney ? [money(opening.balance), "–"] : [])]);
  return {
    columns: [
      t("date"),
      t("growth"),
      t("from_peak"),
      ...(hasMoney ? [t("figure_balance"), t("figure_equity")] : []),
    ],
    rows,
  };
}

/** Returns a row per month, newest first; an incomplete month is marked. */
export function monthRows(
  { months }: Output<typeof charts>,
  context: RowContext & { now: Date; period: { from?: string | undefined; to?: string | undefined } },
): Rows {
  const { t, language } = context;
  const { percent, money } = writing(context);
  const hasMoney = months.some(({ net }) => net !== undefined);
  const format = utcFormat(language, { month: "long", year: "numeric" });
  const nameOf = (month: string) => {
    const part = partialMonth(month, context.period, context.now);
    return format.format(Date.parse(`${month}-01`)) + (part ? ` (${t(part)})` : "");
  };
  return {
    columns: [t("month"), t("growth"), ...(hasMoney ? [t("profit")] : []), t("figure_trades")],
    rows: months
      .map(({ month, growth, net, trades }) => [
        nameOf(month),
        percent(growth),
        ...(hasMoney ? [money(net, true)] : []),
        String(trades),
      ])
      .reverse(),
  };
}

/** Returns a row per symbol, most traded first. */
export function symbolRows({ symbols }: Output<typeof charts>, context: RowContext): Rows {
  const { t, language } = context;
  const { money } = writing(context);
  const hasMoney = symbols.some(({ net }) => net !== undefined);
  const share = (value: number) => fractionText(value, language, { fixed: true });
  return {
    columns: [t("symbol"), t("figure_trades"), t("share"), t("winRate"), ...(hasMoney ? [t("profit")] : [])],
    rows: symbols.map(({ symbol, trades, share: part, winRate, net }) => [
      symbol,
      String(trades),
      share(part),
      share(winRate),
      ...(hasMoney ? [money(net, true)] : []),
    ]),
  };
}
