import { viewAccount } from "#api/areas/monitoring/accounts/own-account";
import { badgeSvg } from "#api/areas/monitoring/picture/card";
import { verb } from "#api/calls/verb";
import * as contract from "#contract/monitoring/index";
import { originOf } from "./origin";
import { cacheOf } from "./picture";
import { periodFigures } from "./read-statistics";

const ever = { from: null, to: null };

export const badge = verb(contract.badge, async ({ id }, context) => {
  const { db, clock, language } = context;
  const view = await viewAccount(context, id);
  const { account } = view;
  const figures = await periodFigures(db, account, ever, clock.now());
  // others see the same badge, its owner too: it may be kept on the way
  const reader = { language, money: account.showMoney };
  const { text } = await originOf(db, account, ever, figures, reader);
  const svg = badgeSvg({ title: account.name, language, values: figures.values, origin: text });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": cacheOf(view),
      "cross-origin-resource-policy": "cross-origin",
    },
  });
});
