#define ATTACHED_ERROR 4060
#include "mql.h"
enum { OP_BUY, OP_SELL, OP_BUYLIMIT, OP_SELLLIMIT };
enum { SELECT_BY_POS, MODE_TRADES, MODE_HISTORY };
inline const Record *selected = nullptr;
inline int OrdersTotal() { return (int)openOnes.size(); }
inline int OrdersHistoryTotal() { return loaded(); }
inline bool OrderSelect(int at, int, int pool) { selected = pool == MODE_HISTORY ? &history[at] : &openOnes[at]; return true; }
inline int OrderTicket() { return (int)whole(*selected, "ticket"); }
inline int OrderType() {
  string type = word(*selected, "type");
  return type == "buy" ? OP_BUY : type == "sell" ? OP_SELL : type == "balance" ? 6 : type == "credit" ? 7 : OP_BUYLIMIT;
}
inline string OrderSymbol() { return word(*selected, "symbol"); }
inline string OrderComment() { return word(*selected, "comment"); }
inline int OrderMagicNumber() { return (int)whole(*selected, "magic"); }
inline datetime OrderOpenTime() { return whole(*selected, "open_time"); }
inline datetime OrderCloseTime() { return whole(*selected, "close_time"); }
inline double OrderLots() { return number(*selected, "volume"); }
inline double OrderOpenPrice() { return number(*selected, "open_price"); }
inline double OrderClosePrice() { return number(*selected, "close_price"); }
inline double OrderStopLoss() { return number(*selected, "sl"); }
inline double OrderTakeProfit() { return number(*selected, "tp"); }
inline double OrderCommission() { return number(*selected, "commission"); }
inline double OrderSwap() { return number(*selected, "swap"); }
inline double OrderProfit() { return number(*selected, "profit"); }
inline double factOf(const char *name) { return std::strtod(facts[name].c_str(), nullptr); }
inline int AccountNumber() { return (int)factOf("account"); }
inline int AccountLeverage() { return (int)factOf("leverage"); }
inline string AccountServer() { return string(facts["server"]); }
inline string AccountCurrency() { return string(facts["currency"]); }
inline double AccountBalance() { return factOf("balance"); }
inline double AccountEquity() { return factOf("equity"); }
inline double AccountMargin() { return factOf("margin"); }
inline double AccountFreeMargin() { return factOf("free_margin"); }
inline double AccountCredit() { return factOf("credit"); }
inline bool IsDemo() { return facts["mode"] == "demo"; }
inline bool IsConnected() { return facts["connected"] != "no"; }
enum { TERMINAL_BUILD, TERMINAL_PING_LAST };
inline int TerminalInfoInteger(int what) { return what == TERMINAL_BUILD ? 1420 : 45000; }
