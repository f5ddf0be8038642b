#define ATTACHED_ERROR 4014
#include "mql.h"
enum { TERMINAL_CONNECTED, TERMINAL_BUILD, TERMINAL_PING_LAST };
enum { ACCOUNT_UNUSED, ACCOUNT_LOGIN, ACCOUNT_LEVERAGE, ACCOUNT_TRADE_MODE, ACCOUNT_SERVER, ACCOUNT_CURRENCY, ACCOUNT_BALANCE, ACCOUNT_EQUITY, ACCOUNT_MARGIN, ACCOUNT_MARGIN_FREE, ACCOUNT_CREDIT };
enum { ACCOUNT_TRADE_MODE_DEMO, ACCOUNT_TRADE_MODE_CONTEST, ACCOUNT_TRADE_MODE_REAL };
enum { POSITION_TYPE_BUY, POSITION_TYPE_SELL };
enum { POSITION_SYMBOL, POSITION_TYPE, POSITION_VOLUME, POSITION_TIME, POSITION_PRICE_OPEN, POSITION_SL, POSITION_TP, POSITION_SWAP, POSITION_PROFIT, POSITION_IDENTIFIER, POSITION_MAGIC };
enum { DEAL_TYPE_BUY, DEAL_TYPE_SELL, DEAL_TYPE_BALANCE, DEAL_TYPE_CREDIT, DEAL_TYPE_CHARGE, DEAL_TYPE_CORRECTION, DEAL_TYPE_BONUS, DEAL_TYPE_COMMISSION, DEAL_TYPE_COMMISSION_DAILY, DEAL_TYPE_COMMISSION_MONTHLY, DEAL_TYPE_COMMISSION_AGENT_DAILY, DEAL_TYPE_COMMISSION_AGENT_MONTHLY, DEAL_TYPE_INTEREST, DEAL_TYPE_BUY_CANCELED, DEAL_TYPE_SELL_CANCELED, DEAL_DIVIDEND, DEAL_DIVIDEND_FRANKED, DEAL_TAX };
enum { DEAL_ENTRY_IN, DEAL_ENTRY_OUT, DEAL_ENTRY_INOUT, DEAL_ENTRY_OUT_BY };
enum { DEAL_TYPE, DEAL_ENTRY, DEAL_TIME, DEAL_COMMISSION, DEAL_FEE, DEAL_SWAP, DEAL_PROFIT, DEAL_COMMENT, DEAL_POSITION_ID, DEAL_SYMBOL, DEAL_VOLUME, DEAL_PRICE, DEAL_MAGIC };

inline long factOf(const char *name) { return std::strtol(facts[name].c_str(), nullptr, 10); }
inline long TerminalInfoInteger(int what) { return what == TERMINAL_BUILD ? 4885 : what == TERMINAL_PING_LAST ? 45000 : facts["connected"] != "no"; }
inline long AccountInfoInteger(int what) {
  if (what == ACCOUNT_LOGIN) return factOf("account");
  if (what == ACCOUNT_LEVERAGE) return factOf("leverage");
  return facts["mode"] == "demo" ? ACCOUNT_TRADE_MODE_DEMO : ACCOUNT_TRADE_MODE_REAL;
}
inline string AccountInfoString(int what) { return string(facts[what == ACCOUNT_SERVER ? "server" : "currency"]); }
inline double AccountInfoDouble(int what) {
  const char *names[] = {"", "", "", "", "", "", "balance", "equity", "margin", "free_margin", "credit"};
  return std::strtod(facts[names[what]].c_str(), nullptr);
}
inline size_t selected = 0;
inline int PositionsTotal() { return (int)openOnes.size(); }
inline ulong PositionGetTicket(int at) { selected = at; return whole(openOnes[at], "ticket"); }
inline string PositionGetString(int) { return word(openOnes[selected], "symbol"); }
inline long PositionGetInteger(int what) {
  if (what == POSITION_IDENTIFIER) return whole(openOnes[selected], openOnes[selected].count("position") ? "position" : "ticket");
  if (what == POSITION_MAGIC) return whole(openOnes[selected], "magic");
  if (what != POSITION_TYPE) return whole(openOnes[selected], "open_time");
  return word(openOnes[selected], "type") == "buy" ? POSITION_TYPE_BUY : POSITION_TYPE_SELL;
}
inline double PositionGetDouble(int what) {
  const char *names[] = {"", "", "volume", "", "open_price", "sl", "tp", "swap", "profit"};
  return number(openOnes[selected], names[what]);
}
inline bool HistorySelect(datetime, datetime) { return true; }
inline int HistoryDealsTotal() { return loaded(); }
inline ulong HistoryDealGetTicket(int at) { return whole(history[at], "ticket"); }
inline const Record &dealOf(ulong ticket) {
  static std::map<ulong, size_t> places;
  auto found = places.find(ticket);
  if (found == places.end() || found->second >= history.size()) { places.clear(); for (size_t at = 0; at < history.size(); at++) places[whole(history[at], "ticket")] = at; found = places.find(ticket); }
  return history[found->second];
}
inline long HistoryDealGetInteger(ulong ticket, int what) {
  const Record &deal = dealOf(ticket);
  if (what == DEAL_TIME) return whole(deal, "time");
  if (what == DEAL_POSITION_ID) return whole(deal, "position");
  if (what == DEAL_MAGIC) return whole(deal, "magic");
  string name = word(deal, what == DEAL_TYPE ? "type" : "entry");
  if (what == DEAL_ENTRY) return name == "in" ? DEAL_ENTRY_IN : name == "inout" ? DEAL_ENTRY_INOUT : DEAL_ENTRY_OUT;
  return name == "buy" ? DEAL_TYPE_BUY : name == "sell" ? DEAL_TYPE_SELL : name == "balance" ? DEAL_TYPE_BALANCE : name == "credit" ? DEAL_TYPE_CREDIT : name == "interest" ? DEAL_TYPE_INTEREST : DEAL_TYPE_CORRECTION;
}
inline double HistoryDealGetDouble(ulong ticket, int what) {
  const char *name = what == DEAL_COMMISSION ? "commission" : what == DEAL_FEE ? "fee" : what == DEAL_SWAP ? "swap" : what == DEAL_PROFIT ? "profit" : what == DEAL_VOLUME ? "volume" : "price";
  return number(dealOf(ticket), name);
}
inline string HistoryDealGetString(ulong ticket, int what) { return word(dealOf(ticket), what == DEAL_SYMBOL ? "symbol" : "comment"); }
