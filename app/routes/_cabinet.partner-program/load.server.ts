import { randomUUID } from "node:crypto";
import { drawLines } from "#app/components/chart/line-drawing.server";
import { dateText } from "#app/lib/dates";
import { moneyText, numberText } from "#app/lib/money";
import { callApi } from "#app/services/api.server";
import { loadTexts } from "#app/services/locale.server";
import { reflinkOf } from "#app/services/referral.server";
import type { ClientCaller } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import type { Output } from "#contract/call";
import * as contract from "#contract/partner";
import type { Language } from "#contract/rules";
import { securityState } from "#contract/security";
import type { Translate } from "#locales/translate";
import type { PageQuery } from "./query.server";

type Statistics = Output<typeof contract.rentalStatistics>;

/** Counts have no halves: a mark between two of them says nothing. */
const wholeMark = (language: Language) => (value: number) =>
  Number.isInteger(value) ? numberText(value, language) : "";

function drawStatistics(
  { rewardData, conversionData }: Statistics,
  t: Translate<"partner">,
  language: Language,
) {
  const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const count = (name: "clicks" | "registrations" | "rented" | "renewed") => ({
    name: t(name),
    points: conversionData.map((point) => ({ at: at(point.date), value: point[name] })),
  });
  const counted = {
    language,
    withZero: true,
    format: (value: number) => numberText(value, language),
    formatMark: wholeMark(language),
  };
  const reward = {
    name: t("reward"),
    isFilled: true,
    points: rewardData.map(({ date, rewardCents }) => ({ at: at(date), value: rewardCents / 100 })),
  };
  return {
    reward: drawLines([reward], {
      language,
      withZero: true,
      format: (value) => moneyText(Math.round(value * 100), language),
    }),
    visits: drawLines([count("clicks"), count("registrations")], counted),
    rents: drawLines([count("rented"), count("renewed")], counted),
  };
}

/** Everything the page shows, in one parallel round of calls. */
export async function loadPage(request: Request, caller: ClientCaller, query: PageQuery) {
  const { language } = caller;
  const { period, from, to, page, client } = query;
  const [
    info,
    { methods },
    { withdrawals },
    { wallets },
    statistics,
    { levels },
    network,
    promoCodes,
    discounts,
    { hasTwoStep },
    texts,
    t,
  ] = await Promise.all([
    callApi(caller, contract.partnerInfo, {}),
    callApi(caller, contract.payoutMethods, {}),
    callApi(caller, contract.withdrawals, {}),
    callApi(caller, contract.wallets, {}),
    callApi(caller, contract.rentalStatistics, { period, from, to }),
    callApi(caller, contract.levels, {}),
    callApi(caller, contract.network, { page, client }),
    callApi(caller, contract.promoCodes, {}),
    callApi(caller, contract.availableDiscounts, {}),
    callApi(caller, securityState, {}),
    loadTexts(request, "partner"),
    textFor(request, "partner"),
  ]);
  const reflink = reflinkOf(info.referral_code);
  const { stats, from: firstDay, to: lastDay, step } = statistics;
  return {
    texts,
    query,
    info,
    invite: { reflink, code: info.referral_code },
    withdrawal: {
      methods,
      wallets,
      latest: withdrawals,
      hasTwoStep,
      dueOn: info.withdrawalDueOn,
      idempotencyKey: randomUUID(),
    },
    statistics: {
      stats,
      step,
      firstDay,
      lastDay,
      firstDayText: dateText(firstDay, language),
      lastDayText: dateText(lastDay, language),
      charts: drawStatistics(statistics, t, language),
    },
    levels,
    network,
    promo: { codes: promoCodes.data, available: discounts.available_discounts, rules: discounts.rules },
  };
}

export type PageData = Awaited<ReturnType<typeof loadPage>>;
