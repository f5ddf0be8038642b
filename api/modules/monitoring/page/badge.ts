import { handle } from "#api/http/handle";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { badgeSvg } from "#api/modules/monitoring/picture/badge";
import * as contract from "#contract/monitoring/index";
import { cacheOf } from "./picture";
import { originOf } from "./provenance";
import { chartsOf } from "./read-charts";
import { periodFigures } from "./read-statistics";
import { daySpanOf } from "./span";

const ever = { from: null, to: null };

export const badge = handle(contract.badge, async ({ monitoringId, look }, context) => {
  const { db, clock, language, settings } = context;
  const view = await viewAccount(context, monitoringId);
  const { account } = view;
  const [figures, { growth }, span] = await Promise.all([
    periodFigures(db, account, ever, clock.now()),
    chartsOf(db, account, ever, false),
    daySpanOf(db, account.id),
  ]);
  // everyone sees the same badge, including its owner, so it may be cached
  const viewer = { language, money: account.showMoney };
  const { text } = await originOf(db, account, ever, figures, viewer);
  const svg = badgeSvg(
    {
      title: account.name,
      language,
      values: figures.values,
      origin: text,
      growth,
      span,
      brand: settings.brand,
    },
    look,
  );
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": cacheOf(view),
      "cross-origin-resource-policy": "cross-origin",
    },
  });
});
