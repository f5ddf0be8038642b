import type { OperationKind } from "./kinds";

/**
 * Comments by which brokers mark money that they book separately, because the program has only one row type for it
 * (`balance`). Patterns match whole words only, since a deposit's comment may contain anything.
 */
const patterns: readonly [OperationKind, RegExp][] = [
  ["dividend", /\b(dividends?|div\.? ?adj\w*|cash ?adj\w*)\b|дивиденд|dividende|dividendo/i],
  [
    "interest",
    // Excludes what an account is free of, percentages of something else, and amounts carried over to another period.
    /\b((?:interest|(?<!\bno )swaps?)(?![- ]?free)|financing|rollover|overnight|carry(?! ?(?:over|forward))|zins\w*|intérêts?|interés|juros)\b|(?<![\d%]\s*)процент|(?<!без\s*)своп|финансирование/i,
  ],
  // OANDA's results of positions on its own platform, and its daily financing
  ["interest", /\bnon[- ]?mt[45] activity\b|\bbalance update\b/i],
  ["tax", /\b(tax(es)?|withholding|\w*steuern?|impôt|impuesto|imposto|vat)\b|налог|ндфл/i],
  ["commission", /\b(commissions?|commis|comm|kommission|comisi[oó]n|comiss[aã]o|agent)\b|комисси/i],
  [
    "charge",
    /\b(fees?|charges?(?![- ]?backs?\b)|inactivity|dormant|storage|subscription|data feed)\b|абонентск|плата за|сбор за|штраф/i,
  ],
  [
    "correction",
    /\b(negative balance|balance (fix|protection|correction)|nbp|zero ?out|correction)\b|обнуление|компенсация отрицательн|корректировк/i,
  ],
];

/**
 * Words of cash flows. A fee on a deposit is a fee; a deposit by card or with a bank's name is a deposit, and so is a
 * bonus from the broker.
 */
const movesCash =
  /\b(dep(osit)?|withdraw\w*|transfer|payout|top.?up|refill|card|bonus(es)?)\b|бонус|пополнен|вывод|перевод|снятие|ввод/i;

/**
 * Returns the kind of a `balance` row by its comment. Cash-flow words win, unless the comment names a charge for a
 * cash flow (`Withdrawal fee`) and the amount is negative.
 */
export function kindOfComment(comment: string, amount: bigint): OperationKind {
  const kind = patterns.find(([, pattern]) => pattern.test(comment))?.[0];
  if (!kind) return "balance";
  if (
    movesCash.test(comment) &&
    !(amount < 0n && (kind === "charge" || kind === "commission" || kind === "tax"))
  )
    return "balance";
  return kind;
}
