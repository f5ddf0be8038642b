import type { OperationKind } from "./kinds";

/**
 * What brokers write beside money that they book apart, where the program knows but one kind of row for it (`balance`). Each pattern
 * wants a word of its own: a deposit's comment may hold anything else.
 */
const patterns: readonly [OperationKind, RegExp][] = [
  ["dividend", /\b(dividends?|div\.? ?adj\w*|cash ?adj\w*)\b|дивиденд|dividende|dividendo/i],
  [
    "interest",
    // neither what an account is free of, a share of something else nor what is carried to another period
    /\b((?:interest|(?<!\bno )swaps?)(?![- ]?free)|financing|rollover|overnight|carry(?! ?(?:over|forward))|zins\w*|intérêts?|interés|juros)\b|(?<![\d%]\s*)процент|(?<!без\s*)своп|финансирование/i,
  ],
  // OANDA's results of positions that its own platform holds, and its daily financing
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
 * A fee that a broker takes of a deposit is a fee; a deposit that was made with a card, or by a bank's name, is a deposit, and so is
 * what a broker gives.
 */
const movesCash =
  /\b(dep(osit)?|withdraw\w*|transfer|payout|top.?up|refill|card|bonus(es)?)\b|бонус|пополнен|вывод|перевод|снятие|ввод/i;

/**
 * The kind of a `balance` row by its comment. Words of a cash flow win, unless the row is a small charge for one
 * (`Withdrawal fee`): that has to say so and to lower the balance.
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
