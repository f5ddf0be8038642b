/** The columns of MetaTrader 5's tables, in English and Russian; other languages keep the order (`mt5-report.ts`). */
export const dealAliases = {
  time: ["Time", "Время"],
  ticket: ["Deal", "Сделка", "Ticket", "Тикет"],
  symbol: ["Symbol", "Символ", "Инструмент"],
  type: ["Type", "Тип"],
  entry: ["Direction", "Направление", "Entry"],
  volume: ["Volume", "Объем", "Объём"],
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

export const positionAliases = {
  openTime: ["Time", "Open Time", "Время"],
  position: ["Position", "Позиция", "Ticket"],
  symbol: ["Symbol", "Символ", "Инструмент"],
  type: ["Type", "Тип"],
  volume: ["Volume", "Объем", "Объём"],
  openPrice: ["Price", "Цена"],
  stopLoss: ["S / L"],
  takeProfit: ["T / P"],
  closeTime: ["Time#2", "Close Time", "Время#2"],
  closePrice: ["Price#2", "Цена#2"],
  commission: ["Commission", "Комиссия"],
  swap: ["Swap", "Своп"],
  profit: ["Profit", "Прибыль"],
};
export type PositionName = keyof typeof positionAliases;
export const neededOfPositions: PositionName[] = [
  "openTime",
  "position",
  "symbol",
  "type",
  "volume",
  "openPrice",
  "closeTime",
  "closePrice",
  "profit",
];

/** English headings by the order that every language keeps; a table of deals has `Fee` in builds since 2020. */
export const dealOrder = (width: number) => [
  "Time",
  "Deal",
  "Symbol",
  "Type",
  "Direction",
  "Volume",
  "Price",
  "Order",
  "Commission",
  ...(width >= 14 ? ["Fee"] : []),
  "Swap",
  "Profit",
  "Balance",
  "Comment",
];
export const positionOrder = [
  "Time",
  "Position",
  "Symbol",
  "Type",
  "Volume",
  "Price",
  "S / L",
  "T / P",
  "Time",
  "Price",
  "Commission",
  "Swap",
  "Profit",
];
