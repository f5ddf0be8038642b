import type { Terminal } from "./source";

/** Number of arguments of a function: exact, or a range. */
type Arguments = number | readonly [least: number, most: number];

/** StringFormat and Print take at most 64 parameters. */
const many = 64;

/** Functions of both languages; sources: MQL4 Reference and MQL5 Reference, each function's page. */
const shared: Record<string, Arguments> = {
  ArrayResize: [2, 3],
  ArraySize: 1,
  CharArrayToString: [1, 4],
  DoubleToString: [1, 2],
  EventKillTimer: 0,
  EventSetTimer: 1,
  GetLastError: 0,
  GlobalVariableCheck: 1,
  GlobalVariableGet: [1, 2],
  GlobalVariableSet: 2,
  IntegerToString: [1, 3],
  MathRound: 1,
  Print: [1, many],
  ResetLastError: 0,
  StringFind: [2, 3],
  StringFormat: [1, many],
  StringGetCharacter: 2,
  StringLen: 1,
  StringReplace: 3,
  StringSetCharacter: 3,
  StringSubstr: [2, 3],
  StringToCharArray: [2, 5],
  StringToInteger: 1,
  TerminalInfoInteger: 1,
  TimeCurrent: [0, 1],
  TimeGMT: [0, 1],
  WebRequest: [7, 9],
};

const mql4: Record<string, Arguments> = {
  AccountBalance: 0,
  AccountCredit: 0,
  AccountCurrency: 0,
  AccountEquity: 0,
  AccountFreeMargin: 0,
  AccountLeverage: 0,
  AccountMargin: 0,
  AccountNumber: 0,
  AccountServer: 0,
  ArraySort: [1, 4],
  IsConnected: 0,
  IsDemo: 0,
  OrderClosePrice: 0,
  OrderCloseTime: 0,
  OrderComment: 0,
  OrderCommission: 0,
  OrderLots: 0,
  OrderMagicNumber: 0,
  OrderOpenPrice: 0,
  OrderOpenTime: 0,
  OrderProfit: 0,
  OrderSelect: [2, 3],
  OrderStopLoss: 0,
  OrderSwap: 0,
  OrderSymbol: 0,
  OrderTakeProfit: 0,
  OrderTicket: 0,
  OrderType: 0,
  OrdersHistoryTotal: 0,
  OrdersTotal: 0,
};

const mql5: Record<string, Arguments> = {
  AccountInfoDouble: 1,
  AccountInfoInteger: 1,
  AccountInfoString: 1,
  HistoryDealGetDouble: [2, 3],
  HistoryDealGetInteger: [2, 3],
  HistoryDealGetString: [2, 3],
  HistoryDealGetTicket: 1,
  HistoryDealsTotal: 0,
  HistorySelect: 2,
  PositionGetDouble: [1, 2],
  PositionGetInteger: [1, 2],
  PositionGetString: [1, 2],
  PositionGetTicket: 1,
  PositionsTotal: 0,
};

const names = (text: string) => text.trim().split(/\s+/);

const sharedConstants = names(`
  CP_UTF8 INIT_PARAMETERS_INCORRECT INIT_SUCCEEDED TERMINAL_BUILD TERMINAL_CONNECTED TERMINAL_PING_LAST WHOLE_ARRAY`);

const mql4Constants = names("MODE_HISTORY MODE_TRADES OP_BUY OP_SELL SELECT_BY_POS");

const mql5Constants = names(`
  ACCOUNT_BALANCE ACCOUNT_CREDIT ACCOUNT_CURRENCY ACCOUNT_EQUITY ACCOUNT_LEVERAGE ACCOUNT_LOGIN ACCOUNT_MARGIN
  ACCOUNT_MARGIN_FREE ACCOUNT_SERVER ACCOUNT_TRADE_MODE ACCOUNT_TRADE_MODE_CONTEST ACCOUNT_TRADE_MODE_DEMO
  DEAL_COMMENT DEAL_COMMISSION DEAL_DIVIDEND DEAL_DIVIDEND_FRANKED DEAL_ENTRY DEAL_ENTRY_IN DEAL_ENTRY_INOUT DEAL_FEE
  DEAL_MAGIC DEAL_POSITION_ID DEAL_PRICE DEAL_PROFIT DEAL_SWAP DEAL_SYMBOL DEAL_TAX DEAL_TIME DEAL_TYPE
  DEAL_TYPE_BALANCE DEAL_TYPE_BONUS DEAL_TYPE_BUY DEAL_TYPE_CHARGE DEAL_TYPE_COMMISSION DEAL_TYPE_COMMISSION_AGENT_DAILY
  DEAL_TYPE_COMMISSION_AGENT_MONTHLY DEAL_TYPE_COMMISSION_DAILY DEAL_TYPE_COMMISSION_MONTHLY DEAL_TYPE_CREDIT
  DEAL_TYPE_INTEREST DEAL_TYPE_SELL DEAL_VOLUME POSITION_IDENTIFIER POSITION_MAGIC POSITION_PRICE_OPEN POSITION_PROFIT
  POSITION_SL POSITION_SWAP POSITION_SYMBOL POSITION_TIME POSITION_TP POSITION_TYPE POSITION_TYPE_BUY POSITION_VOLUME`);

const types = names("bool char datetime double int long string void");

const events = { OnInit: 0, OnDeinit: 1, OnTick: 0, OnTimer: 0 };

/**
 * The parts of each language that the adapters use (MQL5 Reference and MQL4 Reference, read November 2026): functions
 * with their number of arguments, named constants, events with their number of parameters, types. Look up a name in
 * the reference before adding it here.
 */
export const mqlReference: Record<
  Terminal,
  {
    functions: Record<string, Arguments>;
    constants: string[];
    events: Record<string, number>;
    types: string[];
  }
> = {
  mq4: {
    functions: { ...shared, ...mql4 },
    constants: [...sharedConstants, ...mql4Constants],
    events,
    types,
  },
  mq5: {
    functions: { ...shared, ...mql5 },
    constants: [...sharedConstants, ...mql5Constants],
    events: { ...events, OnTrade: 0 },
    types: [...types, "ulong"],
  },
};
