import { firstRows } from "#api/calls/page-cut";
import { verb } from "#api/calls/verb";
import { csv, csvTime, decimalAmount } from "#api/values/csv";
import * as contract from "#contract/balance/index";
import { histories } from "./movements";
import { spanFor } from "./span";
import { balanceText } from "./words";

/** More than anybody has; a file of this length is still opened by a spreadsheet. */
const maxRows = 100_000;

export const historyCsv = verb(contract.historyCsv, async ({ kind, ...period }, context) => {
  const { client, language, clock } = context;
  const which = { userId: client.id, span: spanFor(period, context) };
  const movements = await histories[kind].list(context, which, language, firstRows(maxRows));
  const say = (key: Parameters<typeof balanceText>[1]) => balanceText(language, key);
  const head = [
    `${say("date")} (UTC)`,
    say(`about_${kind}`),
    `${say("sumColumn")}, USD`,
    say("status"),
    say("receiptNumber"),
  ];
  const rows = movements.map(({ at, about, amountCents, status, id }) => [
    csvTime(at),
    about,
    decimalAmount(amountCents, language),
    say(`status_${status}`),
    id,
  ]);
  const name = `${kind}-${clock.now().toISOString().slice(0, 10)}.csv`;
  return new Response(csv([head, ...rows], language), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
});
