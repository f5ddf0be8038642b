import { randomUUID } from "node:crypto";
import { callApi, callIfOffered } from "#app/services/api.server";
import { drawnData } from "#app/services/drawn.server";
import { loadTexts, textFor } from "#app/services/locale.server";
import { reflinkOf } from "#app/services/referral.server";
import type { ClientCaller } from "#app/services/session.server";
import * as contract from "#contract/partner/index";
import { isPending } from "#contract/partner/withdrawal-status";
import { securityState } from "#contract/security/index";
import { drawStatistics } from "./figures.server";
import { wholeInfo } from "./info.server";
import type { PageQuery } from "./query.server";
import { intro, payoutOptions, promoRules, shareTexts } from "./words.server";

const noSecurity = { hasTwoStep: false, hasFreshProof: true, recoveryCodesLeft: 0, passkeys: [] };

/** Everything the page shows, in one parallel round of calls. */
export async function loadPage(request: Request, caller: ClientCaller, query: PageQuery) {
  const { language } = caller;
  const { period, from, to, page, client } = query;
  const [
    partnerInfo,
    { methods },
    { withdrawals },
    statistics,
    { levels },
    network,
    promoCodes,
    discounts,
    { hasTwoStep, hasFreshProof },
    { partner, partnerFigures },
    t,
  ] = await Promise.all([
    callApi(caller, contract.partnerInfo, {}),
    callApi(caller, contract.payoutMethods, {}),
    callIfOffered(caller, contract.withdrawals, {}, { withdrawals: [] }),
    callApi(caller, contract.rentalStatistics, { period, from, to }),
    callApi(caller, contract.levels, {}),
    callApi(caller, contract.network, { page, client }),
    callApi(caller, contract.promoCodes, {}),
    callApi(caller, contract.availableDiscounts, {}),
    callIfOffered(caller, securityState, {}, noSecurity),
    loadTexts(request, "partner", "partnerFigures"),
    textFor(request, "partnerFigures"),
  ]);
  const info = await wholeInfo(caller, partnerInfo, levels);
  const reflink = reflinkOf(info.referral_code);
  const pending = withdrawals.find(({ status }) => isPending(status));
  const figures = {
    info,
    terms: {
      methods,
      minCents: info.partnerMinWithdrawalCents,
      dueOn: info.withdrawalDueOn,
      clearingDays: info.clearingDays,
    },
    latest: withdrawals,
    statistics: drawStatistics(t, statistics, language),
    levels,
    network,
  };
  return {
    texts: {
      partner,
      partnerFigures: drawnData(partnerFigures),
      ...(pending && (await loadTexts(request, "pendingWithdrawal"))),
    },
    intro: intro(t, levels, language),
    figures: drawnData(figures),
    query,
    days: { firstDay: statistics.from ?? "", lastDay: statistics.to ?? "" },
    networkPages: { page: network.page, pages: network.pages, root: network.root?.id },
    invite: { reflink, code: info.referral_code, share: shareTexts(t, reflink) },
    withdrawal: {
      options: payoutOptions(t, methods, language),
      pending,
      hasTwoStep,
      hasFreshProof,
      availableCents: info.availableCents,
      idempotencyKey: randomUUID(),
    },
    promo: {
      codes: promoCodes.data.map(({ id, name, discount, useCount }) => ({ id, name, discount, useCount })),
      available: discounts.available_discounts,
      rules: promoRules(t, discounts.rules, language),
    },
  };
}

export type PageData = Awaited<ReturnType<typeof loadPage>>;

/** What the page only shows: drawn by the server. */
export type Figures = NonNullable<Exclude<PageData["figures"], () => unknown>>;
