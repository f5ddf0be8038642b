/**
 * Columns of exported deal lists, by name. A report's tables are read by column order, which is the same in every
 * language.
 */
export const dealAliases = {
  time: ["Time", "Время", "Open Time"],
  ticket: ["Deal", "Сделка", "Ticket", "Тикет"],
  symbol: ["Symbol", "Символ", "Инструмент", "Item"],
  type: ["Type", "Тип"],
  entry: ["Direction", "Направление", "Entry"],
  volume: ["Volume", "Объем", "Объём", "Size"],
  price: ["Price", "Цена"],
  order: ["Order", "Ордер"],
  position: ["Position", "Position ID", "Позиция"],
  commission: ["Commission", "Комиссия"],
  fee: ["Fee", "Сбор"],
  swap: ["Swap", "Своп"],
  profit: ["Profit", "Прибыль"],
  balance: ["Balance", "Баланс"],
  comment: ["Comment", "Комментарий"],
  magic: ["Magic", "Magic number", "Expert ID"],
};
export type DealName = keyof typeof dealAliases;
export const neededOfDeals: DealName[] = [
  "time",
  "ticket",
  "symbol",
  "type",
  "entry",
  "volume",
  "price",
  "profit",
];

/** Column indexes of a report's tables, independent of the language. */
export const dealPlaces = {
  time: 0,
  ticket: 1,
  symbol: 2,
  type: 3,
  entry: 4,
  volume: 5,
  price: 6,
  order: 7,
  /** Index of the first money column; they end before the balance, which is the last but one. */
  money: 8,
} as const;

/**
 * Possible layouts of the money columns of a deal table, by their number: builds since 2020 have a fee, and the cost
 * can be shown.
 */
export const dealLayouts: Record<number, readonly (readonly MoneyColumn[])[]> = {
  2: [["commission", "profit"]],
  3: [["commission", "swap", "profit"]],
  4: [
    ["commission", "fee", "swap", "profit"],
    ["cost", "commission", "swap", "profit"],
  ],
  5: [["cost", "commission", "fee", "swap", "profit"]],
};
/** `cost` is the cost of the spread; it is included in the price and does not change the balance. */
export type MoneyColumn = "cost" | "commission" | "fee" | "swap" | "profit";

export const positionPlaces = {
  openTime: 0,
  position: 1,
  symbol: 2,
  type: 3,
  volume: 4,
  openPrice: 5,
  stopLoss: 6,
  takeProfit: 7,
  closeTime: 8,
  closePrice: 9,
  /** Index of the first of the last columns: commission, possibly a fee, swap, profit. */
  money: 10,
} as const;
