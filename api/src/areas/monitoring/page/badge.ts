import { viewAccount } from "#api/areas/monitoring/accounts/own-account";
import { badgeSvg } from "#api/areas/monitoring/picture/card";
import { verb } from "#api/calls/verb";
import * as contract from "#contract/monitoring/index";
import { cacheOf } from "./picture";
import { periodFigures } from "./read-statistics";

export const badge = verb(contract.badge, async ({ id }, context) => {
  const { db, clock, language } = context;
  const view = await viewAccount(context, id);
  const { values, origins } = await periodFigures(db, view.account, { from: null, to: null }, clock.now());
  const svg = badgeSvg({ title: view.account.name, language, values, origins });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": cacheOf(view),
      "cross-origin-resource-policy": "cross-origin",
    },
  });
});
