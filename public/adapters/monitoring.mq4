//+------------------------------------------------------------------+
//| Online monitoring, adapter for MetaTrader 4                      |
//|                                                                  |
//| Sends the state of this account and its orders to your cabinet.  |
//| It reads only: it never opens, changes or closes anything.       |
//|                                                                  |
//| Before the first start: Tools - Options - Expert Advisors,       |
//| "Allow WebRequest for listed URL", add the CabinetAddress below. |
//| Terminal - Account History, right button, "All History": what is |
//| not listed there, the terminal does not give to an adapter.      |
//|                                                                  |
//| Tried: this very text, compiled as C++ against a stand-in for    |
//| the terminal's functions, posting to the real service: chunks,   |
//| repeats, quotes in names, refusals, outages, weekends, a history |
//| that loads late, another account in the same terminal.           |
//| Not tried: MetaEditor's compiler and a live terminal, which the  |
//| project has no machine for. Please report what you meet.         |
//+------------------------------------------------------------------+
#property copyright   "Online monitoring adapter"
#property version     "1.11"
#property description "Sends the state of this account and its orders to your cabinet. Never trades."
#property strict

input string CabinetAddress = "{{CABINET_ADDRESS}}"; // Server address
input string ActivationKey  = "{{ACTIVATION_KEY}}";  // Activation key of this account
input int    OrdersAtOnce   = 250;                   // Orders in one call, 1 to 1000

//--- What is sent, one template for each part. Numbers are strings, so that no digit is lost.
#define HEAD "{\"v\":1,\"account\":\"%d\",\"server\":\"%s\",\"currency\":\"%s\",\"leverage\":%d,\"mode\":\"%s\",%s\"build\":%d,\"ping\":%d,\"balance\":\"%s\",\"equity\":\"%s\",%s\"margin\":\"%s\",\"free_margin\":\"%s\",\"credit\":\"%s\""
#define CLOCK "\"time\":%I64d,\"gmt_offset\":%d,"
#define EXTREMES "\"equity_low\":\"%s\",\"equity_high\":\"%s\","
#define LISTS ",\"positions\":["
#define POSITION "{\"ticket\":\"%d\",\"magic\":\"%d\",\"symbol\":\"%s\",\"type\":\"%s\",\"volume\":\"%s\",\"open_time\":%I64d,\"open_price\":\"%s\",\"sl\":\"%s\",\"tp\":\"%s\",\"swap\":\"%s\",\"profit\":\"%s\"}"
#define BETWEEN "],\"deals\":["
//--- an order is two deals: its opening, and its closing with all of its money
#define OPENING "{\"ticket\":\"%d-in\",\"position\":\"%d\",\"time\":%I64d,\"type\":\"%s\",\"entry\":\"in\",\"symbol\":\"%s\",\"volume\":\"%s\",\"price\":\"%s\",\"profit\":\"0\",\"magic\":\"%d\"}"
#define CLOSING "{\"ticket\":\"%d\",\"position\":\"%d\",\"time\":%I64d,\"type\":\"%s\",\"entry\":\"out\",\"symbol\":\"%s\",\"volume\":\"%s\",\"price\":\"%s\",\"commission\":\"%s\",\"swap\":\"%s\",\"profit\":\"%s\",\"magic\":\"%d\",\"comment\":\"%s\"}"
#define OPERATION "{\"ticket\":\"%d\",\"time\":%I64d,\"type\":\"%s\",\"profit\":\"%s\",\"comment\":\"%s\"}"
#define WATCHED "],\"excursions\":["
#define EXCURSION "{\"position\":\"%I64d\",\"low\":\"%s\",\"high\":\"%s\",\"whole\":%d}"
#define TAIL "]}"
//--- while the broker's clock is not known: times would be wrong by hours
#define NO_LISTS "}"
//--- What the service is asked before anything of the account is sent: whether the key belongs to it
#define HELLO "{\"v\":1,\"account\":\"%s\"}"

//--- what the terminal remembers for us, by account: a restart on a weekend meets a clock that stands still
#define OFFSET_NAME "online_monitoring_gmt_offset_"

//--- kinds of entries in the history that the language has no names for
#define TYPE_BALANCE 6
#define TYPE_CREDIT 7

datetime next_call = 0;        // by TimeGMT
string   deals_from = "";      // the deal the service asked for; empty: the first
int      sent_until = 0;       // where the last call ended, for when the asked deal is not known here
int      sending_until = 0;    // where this call ends
bool     has_more = false;     // there are orders after those just sent
int      failures = 0;         // in a row
string   last_said = "";       // what the log said last: nothing is said twice in a row
int      known_orders = -1;    // open and closed orders at the last look
datetime look_gmt = 0;         // when the broker's clock was last looked at
datetime look_clock = 0;       // what it showed
int      looks = 0;            // in a row in which it went as fast as the computer's
bool     has_offset = false;
int      gmt_offset = 0;
long     account_asked = 0;    // the account that the service was asked about
bool     account_known = false; // and whether it has said that the key belongs to it
bool     has_extremes = false;
double   equity_low = 0;
double   equity_high = 0;
//--- positions that were watched by the tick: what their deals call them, their lowest and highest floating result, whether nothing
//--- was missed since their opening, whether they are open
long watched[];
double watched_low[];
double watched_high[];
long watched_whole[];
long watched_open[];
datetime watch_clock = 0;      // the broker's clock at the last look; 0: nobody looked
bool     has_sent_watched = false;
long keys[];                   // closed orders by closing time: their places in the terminal's list, sorted once
int      keys_of = -1;         // the number of closed orders that they were sorted for

//--- Says something in the terminal's log, once
void Say(const string text)
{
   if(text == last_said) return;
   last_said = text;
   Print("Online monitoring: " + text);
}

//--- Calls again in so many seconds
void CallIn(const int seconds)
{
   next_call = TimeGMT() + seconds;
}

//--- After a failure: 5, 10, 20 ... seconds, five minutes at most
void Fail(const string text)
{
   failures = failures + 1;
   int pause = 5;
   for(int i = 1; i < failures && pause < 300; i++) pause = pause * 2;
   if(pause > 300) pause = 300;
   Say(text);
   CallIn(pause);
}

//--- A number with every digit that counts
string Num(const double value)
{
   return DoubleToString(value, 8);
}

//--- Text that can stand between the quotes of JSON
string Escape(const string text)
{
   string safe = text;
   StringReplace(safe, "\\", "\\\\");
   StringReplace(safe, "\"", "\\\"");
   for(int i = 0; i < StringLen(safe); i++)
      if(StringGetCharacter(safe, i) < 32) StringSetCharacter(safe, i, 32);
   return safe;
}

//--- The value of a field of the answer as text; empty where it is null or missing
string Field(const string json, const string name)
{
   int at = StringFind(json, "\"" + name + "\":");
   if(at < 0) return "";
   at = at + StringLen(name) + 3;
   bool quoted = StringGetCharacter(json, at) == '"';
   if(quoted) at = at + 1;
   int end = at;
   while(end < StringLen(json))
   {
      int letter = StringGetCharacter(json, end);
      if(quoted && letter == '"') break;
      if(!quoted && (letter == ',' || letter == '}')) break;
      end = end + 1;
   }
   string value = StringSubstr(json, at, end - at);
   return !quoted && value == "null" ? "" : value;
}

long Account()
{
   return AccountNumber();
}

double Equity()
{
   return AccountEquity();
}

//--- How far the broker's clock is ahead of UTC, by whole quarters of an hour. It stands still on weekends and jumps when the
//--- terminal connects, so it is learned only while it goes as fast as the computer's: over looks ten seconds apart
void LearnOffset()
{
   datetime clock = TimeCurrent();
   datetime gmt = TimeGMT();
   if(look_gmt == 0 || gmt < look_gmt)
   {
      look_gmt = gmt;
      look_clock = clock;
      return;
   }
   if(gmt - look_gmt < 10) return;
   long drift = (long)(clock - look_clock) - (long)(gmt - look_gmt);
   bool goes = clock > look_clock && drift >= -8 && drift <= 8;
   looks = goes ? looks + 1 : 0;
   look_gmt = gmt;
   look_clock = clock;
   if(looks < 2) return;
   if(!has_offset && failures == 0) CallIn(1);
   gmt_offset = (int)MathRound((double)(clock - gmt) / 900.0) * 900;
   has_offset = true;
   GlobalVariableSet(OFFSET_NAME + IntegerToString(Account()), gmt_offset);
}

//--- What the terminal remembers of this account's broker
void RecallOffset()
{
   string name = OFFSET_NAME + IntegerToString(Account());
   has_offset = GlobalVariableCheck(name);
   gmt_offset = has_offset ? (int)GlobalVariableGet(name) : 0;
   look_gmt = 0;
   looks = 0;
}

//--- The lowest and the highest equity since the last call that was taken, by the tick
void WatchEquity()
{
   double equity = Equity();
   if(account_asked == 0 || equity <= 0) return;
   if(!has_extremes || equity < equity_low) equity_low = equity;
   if(!has_extremes || equity > equity_high) equity_high = equity;
   has_extremes = true;
}

//--- Notes one position's floating result; `guess`: where it stood the last time
void WatchOne(const int guess, const long position, const datetime opened, const double result)
{
   int count = ArraySize(watched);
   int at = guess < count && watched[guess] == position ? guess : -1;
   for(int i = 0; i < count && at < 0; i++)
      if(watched[i] == position) at = i;
   if(at < 0)
   {
      at = count;
      ArrayResize(watched, count + 1);
      ArrayResize(watched_low, count + 1);
      ArrayResize(watched_high, count + 1);
      ArrayResize(watched_whole, count + 1);
      ArrayResize(watched_open, count + 1);
      watched[at] = position;
      watched_low[at] = result;
      watched_high[at] = result;
      // it came after the look before: nothing of it was missed
      watched_whole[at] = watch_clock > 0 && opened >= watch_clock ? 1 : 0;
   }
   if(result < watched_low[at]) watched_low[at] = result;
   if(result > watched_high[at]) watched_high[at] = result;
   watched_open[at] = 1;
}

//--- The lowest and the highest floating result of each position since it was opened, by the tick; a break is remembered
void WatchPositions()
{
   bool connected = IsConnected();
   for(int i = 0; i < ArraySize(watched); i++)
   {
      watched_open[i] = 0;
      if(!connected) watched_whole[i] = 0;
   }
   for(int i = 0; i < OrdersTotal(); i++)
   {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES)) continue;
      if(OrderType() != OP_BUY && OrderType() != OP_SELL) continue;
      WatchOne(i, OrderTicket(), OrderOpenTime(), OrderProfit() + OrderSwap());
   }
   watch_clock = connected && account_asked != 0 ? TimeCurrent() : 0;
}

//--- What was watched, also of positions that have closed since the last call that was taken
string Excursions()
{
   string list = "";
   for(int i = 0; i < ArraySize(watched); i++)
   {
      if(list != "") list += ",";
      list += StringFormat(EXCURSION, watched[i], Num(watched_low[i]), Num(watched_high[i]), (int)watched_whole[i]);
   }
   has_sent_watched = true;
   return list;
}

//--- Keeps so many of what is watched
void ForgetFrom(const int count)
{
   ArrayResize(watched, count);
   ArrayResize(watched_low, count);
   ArrayResize(watched_high, count);
   ArrayResize(watched_whole, count);
   ArrayResize(watched_open, count);
}

//--- The service has them: closed ones are forgotten
void ForgetClosed()
{
   int kept = 0;
   for(int i = 0; i < ArraySize(watched) && has_sent_watched; i++)
   {
      if(watched_open[i] == 0) continue;
      watched[kept] = watched[i];
      watched_low[kept] = watched_low[i];
      watched_high[kept] = watched_high[i];
      watched_whole[kept] = watched_whole[i];
      watched_open[kept] = 1;
      kept = kept + 1;
   }
   if(has_sent_watched) ForgetFrom(kept);
   has_sent_watched = false;
}

string Positions()
{
   string list = "";
   for(int i = 0; i < OrdersTotal(); i++)
   {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_TRADES)) continue;
      if(OrderType() != OP_BUY && OrderType() != OP_SELL) continue;
      if(list != "") list += ",";
      list += StringFormat(POSITION, OrderTicket(), OrderMagicNumber(), Escape(OrderSymbol()), OrderType() == OP_BUY ? "buy" : "sell",
                           Num(OrderLots()), (long)OrderOpenTime(), Num(OrderOpenPrice()), Num(OrderStopLoss()),
                           Num(OrderTakeProfit()), Num(OrderSwap()), Num(OrderProfit()));
   }
   return list;
}

//--- The selected order of the history; empty for a pending order that was cancelled
string OneOrder()
{
   int type = OrderType();
   string comment = Escape(OrderComment());
   if(type == TYPE_BALANCE || type == TYPE_CREDIT)
      return StringFormat(OPERATION, OrderTicket(), (long)OrderOpenTime(), type == TYPE_BALANCE ? "balance" : "credit",
                          Num(OrderProfit() + OrderCommission() + OrderSwap()), comment);
   if(type != OP_BUY && type != OP_SELL) return "";
   string symbol = Escape(OrderSymbol());
   // closed by an opposite order: what is left of it has no lots and belongs to the trade that it closed
   int hedge = StringFind(OrderComment(), "#");
   if(OrderLots() == 0 && hedge >= 0)
   {
      int other = (int)StringToInteger(StringSubstr(OrderComment(), hedge + 1, 12));
      if(other > 0)
         return StringFormat(CLOSING, OrderTicket(), other, (long)OrderCloseTime(), type == OP_BUY ? "sell" : "buy", symbol,
                             Num(0), Num(OrderClosePrice()), Num(OrderCommission()), Num(OrderSwap()), Num(OrderProfit()),
                             OrderMagicNumber(), comment);
   }
   string opening = StringFormat(OPENING, OrderTicket(), OrderTicket(), (long)OrderOpenTime(),
                                 type == OP_BUY ? "buy" : "sell", symbol, Num(OrderLots()), Num(OrderOpenPrice()),
                                 OrderMagicNumber());
   string closing = StringFormat(CLOSING, OrderTicket(), OrderTicket(), (long)OrderCloseTime(),
                                 type == OP_BUY ? "sell" : "buy", symbol, Num(OrderLots()), Num(OrderClosePrice()),
                                 Num(OrderCommission()), Num(OrderSwap()), Num(OrderProfit()), OrderMagicNumber(), comment);
   return opening + "," + closing;
}

//--- Sorts the closed orders by closing time, once for each number of them
int Sort()
{
   int total = OrdersHistoryTotal();
   if(total == keys_of) return ArraySize(keys);
   ArrayResize(keys, total);
   int count = 0;
   for(int i = 0; i < total; i++)
   {
      if(!OrderSelect(i, SELECT_BY_POS, MODE_HISTORY)) continue;
      keys[count] = (long)OrderCloseTime() * 1000000 + i;
      count = count + 1;
   }
   ArrayResize(keys, count);
   if(count > 0) ArraySort(keys);
   keys_of = total;
   return count;
}

//--- Closed orders by closing time, from the one that the service asked for; where it is not known here,
//--- all of them, call by call
string Deals()
{
   string list = "";
   int count = Sort();
   // the opening of an order is called "<ticket>-in"
   long asked = StringToInteger(deals_from);
   int from = deals_from != "" && sent_until < count ? sent_until : 0;
   for(int i = count - 1; i >= 0 && deals_from != ""; i--)
      if(OrderSelect((int)(keys[i] % 1000000), SELECT_BY_POS, MODE_HISTORY) && OrderTicket() == asked)
      {
         from = i;
         break;
      }
   int most = OrdersAtOnce < 1 ? 1 : OrdersAtOnce > 1000 ? 1000 : OrdersAtOnce;
   int until = from + most < count ? from + most : count;
   for(int i = from; i < until; i++)
   {
      if(!OrderSelect((int)(keys[i] % 1000000), SELECT_BY_POS, MODE_HISTORY)) continue;
      string order = OneOrder();
      if(order == "") continue;
      if(list != "") list += ",";
      list += order;
   }
   has_more = until < count;
   sending_until = has_more ? until : 0;
   return list;
}

string Body()
{
   string clock = has_offset ? StringFormat(CLOCK, (long)(TimeGMT() + gmt_offset), gmt_offset) : "";
   string extremes = has_extremes ? StringFormat(EXTREMES, Num(equity_low), Num(equity_high)) : "";
   string head = StringFormat(HEAD, AccountNumber(), Escape(AccountServer()), Escape(AccountCurrency()), AccountLeverage(),
                              IsDemo() ? "demo" : "real", clock, TerminalInfoInteger(TERMINAL_BUILD),
                              TerminalInfoInteger(TERMINAL_PING_LAST), Num(AccountBalance()), Num(Equity()), extremes,
                              Num(AccountMargin()), Num(AccountFreeMargin()), Num(AccountCredit()));
   if(!has_offset) return head + NO_LISTS;
   return head + LISTS + Positions() + BETWEEN + Deals() + WATCHED + Excursions() + TAIL;
}

//--- What the service answered
void Answered(const int status, const string text)
{
   if(status != 200)
   {
      string message = Field(text, "message");
      if(message == "") message = "the service answered " + IntegerToString(status);
      Fail(message);
      // a wrong key or account does not become right by itself
      if(status == 401 || status == 409) account_known = false;
      if(status == 401 || status == 404 || status == 409) CallIn(300);
      return;
   }
   if(!account_known)
   {
      account_known = true;
      failures = 0;
      CallIn(1);
      return;
   }
   has_extremes = false;
   ForgetClosed();
   string from = Field(text, "deals_from");
   bool advanced = from != deals_from;
   int pause = (int)StringToInteger(Field(text, "next_in"));
   deals_from = from;
   sent_until = sending_until;
   failures = 0;
   Say("connected, account " + IntegerToString(AccountNumber()));
   if(has_more && advanced) pause = 1;
   CallIn(pause < 1 ? 60 : pause);
}

//--- Another account in the same terminal: nothing of the one before counts for it
void LookAtAccount()
{
   if(Account() == account_asked) return;
   account_asked = Account();
   account_known = false;
   deals_from = "";
   sent_until = 0;
   sending_until = 0;
   has_more = false;
   has_extremes = false;
   ForgetFrom(0);
   watch_clock = 0;
   failures = 0;
   keys_of = -1;
   RecallOffset();
   CallIn(0);
}

void Call()
{
   if(!IsConnected() || AccountNumber() == 0)
   {
      CallIn(5);
      return;
   }
   char data[];
   char answer[];
   string answer_headers = "";
   string headers = "Content-Type: application/json\r\nAuthorization: Bearer " + ActivationKey + "\r\n";
   int size = StringToCharArray(account_known ? Body() : StringFormat(HELLO, IntegerToString(Account())), data, 0, WHOLE_ARRAY, CP_UTF8);
   if(size > 0 && data[size - 1] == 0) ArrayResize(data, size - 1);
   ResetLastError();
   int status = WebRequest("POST", CabinetAddress + "/api/monitoring/ingest", headers, 10000, data, answer, answer_headers);
   if(status == -1)
   {
      int error = GetLastError();
      if(error == 4060) Fail("allow " + CabinetAddress + " in Tools - Options - Expert Advisors - Allow WebRequest for listed URL");
      else Fail("no connection to " + CabinetAddress + " (error " + IntegerToString(error) + "), trying again");
      return;
   }
   Answered(status, CharArrayToString(answer, 0, WHOLE_ARRAY, CP_UTF8));
}

int OnInit()
{
   if(StringLen(ActivationKey) < 16 || StringFind(ActivationKey, "{") == 0)
   {
      Say("enter the account's activation key in the inputs");
      return INIT_PARAMETERS_INCORRECT;
   }
   EventSetTimer(1);
   return INIT_SUCCEEDED;
}

void OnDeinit(const int reason)
{
   EventKillTimer();
}

void OnTick()
{
   WatchEquity();
   WatchPositions();
}

//--- MetaTrader 4 has no trade event: a changed number of orders stands for one
void OnTimer()
{
   LookAtAccount();
   LearnOffset();
   WatchEquity();
   WatchPositions();
   int orders = OrdersTotal() * 1000000 + OrdersHistoryTotal();
   if(orders != known_orders && known_orders != -1 && failures == 0 && next_call > TimeGMT() + 2) CallIn(2);
   if(orders != known_orders) keys_of = -1;
   known_orders = orders;
   if(TimeGMT() >= next_call) Call();
}
