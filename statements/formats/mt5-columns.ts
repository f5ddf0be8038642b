/** The columns of exported lists of deals, by their names. A report's tables are read by their places, which every language keeps. */
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

/** Where the cells of a report's tables stand, whatever they are called there. */
export const dealPlaces = {
  time: 0,
  ticket: 1,
  symbol: 2,
  type: 3,
  entry: 4,
  volume: 5,
  price: 6,
  order: 7,
  /** From here to the balance, the last but one: money. */
  money: 8,
} as const;

/** What the money columns of a table of deals may be, by how many there are: builds since 2020 have a fee, and the cost can be shown. */
export const dealLayouts: Record<number, readonly (readonly MoneyColumn[])[]> = {
  2: [["commission", "profit"]],
  3: [["commission", "swap", "profit"]],
  4: [
    ["commission", "fee", "swap", "profit"],
    ["cost", "commission", "swap", "profit"],
  ],
  5: [["cost", "commission", "fee", "swap", "profit"]],
};
/** `cost` tells what the spread took; it is in the price already and moves no balance. */
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
  /** From here to the end: commission, perhaps a fee, swap, profit. */
  money: 10,
} as const;
