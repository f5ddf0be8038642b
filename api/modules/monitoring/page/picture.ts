import type { Database } from "#api/db/connect";
import { handle } from "#api/http/handle";
import { rasterize } from "#api/integrations/storage/image";
import type { View } from "#api/modules/monitoring/accounts/own-account";
import { viewAccount } from "#api/modules/monitoring/accounts/own-account";
import { cardSvg } from "#api/modules/monitoring/picture/card";
import type { Brand } from "#contract/branding/brand";
import type { Language } from "#contract/languages";
import * as contract from "#contract/monitoring/index";
import { originOf } from "./provenance";
import { chartsOf } from "./read-charts";
import { periodFigures } from "./read-statistics";
import { daySpanOf } from "./span";

const ever = { from: null, to: null };
/** Many clients request previews at once; a few minutes of delay do not matter. */
const cacheControl = "public, max-age=600";

/** Allows shared caches only for pages that are shared. */
export const cacheOf = ({ account }: View) =>
  account.visibility === "private" ? "private, no-store" : cacheControl;

export const picture = handle(contract.picture, async ({ monitoringId }, context) => {
  const { db, clock, language, settings } = context;
  const view = await viewAccount(context, monitoringId);
  const png = await growthPicture(db, view, { language, brand: settings.brand, now: clock.now() });
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": cacheOf(view),
      // meant for embedding on other sites, like the badge
      "cross-origin-resource-policy": "cross-origin",
    },
  });
});

/** Returns the preview picture of an account that is summed up, PNG, 1200 by 630; used in emails too. */
export async function growthPicture(
  db: Database,
  { account, number }: Pick<View, "account" | "number">,
  { language, brand, now }: { language: Language; brand: Brand; now: Date },
): Promise<Buffer> {
  const [figures, { growth }, span] = await Promise.all([
    periodFigures(db, account, ever, now),
    chartsOf(db, account, ever, false),
    daySpanOf(db, account.id),
  ]);
  // everyone sees the same picture, including its owner, so it may be cached
  const viewer = { language, money: account.showMoney };
  const { text } = await originOf(db, account, ever, figures, viewer);
  const subtitle = [
    account.server,
    number && account.number,
    account.currency,
    account.leverage && `1:${account.leverage}`,
  ];
  const card = {
    title: account.name,
    subtitle: subtitle.filter(Boolean).join(" · "),
    brand,
    language,
    values: figures.values,
    origin: text,
    growth,
    span,
  };
  return rasterize(cardSvg(card));
}
