//+------------------------------------------------------------------+
//| Online monitoring, adapter for MetaTrader 5                      |
//|                                                                  |
//| Sends the state of this account and its deals to your cabinet.   |
//| It reads only: it never opens, changes or closes anything.       |
//|                                                                  |
//| Before the first start: Tools - Options - Expert Advisors,       |
//| "Allow WebRequest for listed URL", add the CabinetAddress below. |
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
#property description "Sends the state of this account and its deals to your cabinet. Never trades."

input string CabinetAddress = "{{CABINET_ADDRESS}}"; // Server address
input string ActivationKey  = "{{ACTIVATION_KEY}}";  // Activation key of this account
input int    DealsAtOnce    = 500;                   // Deals in one call, 1 to 2000

//--- What is sent, one template for each part. Numbers are strings, so that no digit is lost.
#define HEAD "{\"v\":1,\"account\":\"%I64d\",\"server\":\"%s\",\"currency\":\"%s\",\"leverage\":%I64d,\"mode\":\"%s\",%s\"build\":%I64d,\"ping\":%I64d,\"balance\":\"%s\",\"equity\":\"%s\",%s\"margin\":\"%s\",\"free_margin\":\"%s\",\"credit\":\"%s\""
#define CLOCK "\"time\":%I64d,\"gmt_offset\":%d,"
#define EXTREMES "\"equity_low\":\"%s\",\"equity_high\":\"%s\","
#define LISTS ",\"positions\":["
#define POSITION "{\"ticket\":\"%I64u\",\"position\":\"%I64d\",\"magic\":\"%I64d\",\"symbol\":\"%s\",\"type\":\"%s\",\"volume\":\"%s\",\"open_time\":%I64d,\"open_price\":\"%s\",\"sl\":\"%s\",\"tp\":\"%s\",\"swap\":\"%s\",\"profit\":\"%s\"}"
#define BETWEEN "],\"deals\":["
#define DEAL "{\"ticket\":\"%I64u\",\"position\":\"%I64d\",\"time\":%I64d,\"type\":\"%s\",\"entry\":\"%s\",\"symbol\":\"%s\",\"volume\":\"%s\",\"price\":\"%s\",\"commission\":\"%s\",\"fee\":\"%s\",\"swap\":\"%s\",\"profit\":\"%s\",\"magic\":\"%I64d\",\"comment\":\"%s\"}"
#define OPERATION "{\"ticket\":\"%I64u\",\"time\":%I64d,\"type\":\"%s\",\"profit\":\"%s\",\"comment\":\"%s\"}"
#define WATCHED "],\"excursions\":["
#define EXCURSION "{\"position\":\"%I64d\",\"low\":\"%s\",\"high\":\"%s\",\"whole\":%d}"
#define TAIL "]}"
//--- while the broker's clock is not known: times would be wrong by hours
#define NO_LISTS "}"
//--- What the service is asked before anything of the account is sent: whether the key belongs to it
#define HELLO "{\"v\":1,\"account\":\"%s\"}"

//--- what the terminal remembers for us, by account: a restart on a weekend meets a clock that stands still
#define OFFSET_NAME "online_monitoring_gmt_offset_"

datetime next_call = 0;     // by TimeGMT
string   deals_from = "";   // the deal the service asked for; empty: the first
int      sent_until = 0;    // where the last call ended, for when the asked deal is not known here
int      sending_until = 0; // where this call ends
bool     has_more = false;  // there are deals after those just sent
int      failures = 0;      // in a row
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
string   last_said = "";    // what the log said last: nothing is said twice in a row

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
   return AccountInfoInteger(ACCOUNT_LOGIN);
}

double Equity()
{
   return AccountInfoDouble(ACCOUNT_EQUITY);
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
   bool connected = TerminalInfoInteger(TERMINAL_CONNECTED) != 0;
   for(int i = 0; i < ArraySize(watched); i++)
   {
      watched_open[i] = 0;
      if(!connected) watched_whole[i] = 0;
   }
   for(int i = 0; i < PositionsTotal(); i++)
   {
      if(PositionGetTicket(i) == 0) continue;
      WatchOne(i, PositionGetInteger(POSITION_IDENTIFIER), (datetime)PositionGetInteger(POSITION_TIME),
               PositionGetDouble(POSITION_PROFIT) + PositionGetDouble(POSITION_SWAP));
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
   for(int i = 0; i < PositionsTotal(); i++)
   {
      ulong ticket = PositionGetTicket(i);
      if(ticket == 0) continue;
      if(list != "") list += ",";
      list += StringFormat(POSITION, ticket, PositionGetInteger(POSITION_IDENTIFIER), PositionGetInteger(POSITION_MAGIC), Escape(PositionGetString(POSITION_SYMBOL)),
                           PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY ? "buy" : "sell",
                           Num(PositionGetDouble(POSITION_VOLUME)), PositionGetInteger(POSITION_TIME),
                           Num(PositionGetDouble(POSITION_PRICE_OPEN)), Num(PositionGetDouble(POSITION_SL)),
                           Num(PositionGetDouble(POSITION_TP)), Num(PositionGetDouble(POSITION_SWAP)),
                           Num(PositionGetDouble(POSITION_PROFIT)));
   }
   return list;
}

string OneDeal(const ulong ticket)
{
   long type = HistoryDealGetInteger(ticket, DEAL_TYPE);
   long entry = HistoryDealGetInteger(ticket, DEAL_ENTRY);
   long time = HistoryDealGetInteger(ticket, DEAL_TIME);
   double commission = HistoryDealGetDouble(ticket, DEAL_COMMISSION);
   double fee = HistoryDealGetDouble(ticket, DEAL_FEE);
   double swap = HistoryDealGetDouble(ticket, DEAL_SWAP);
   double profit = HistoryDealGetDouble(ticket, DEAL_PROFIT);
   string comment = Escape(HistoryDealGetString(ticket, DEAL_COMMENT));
   if(type != DEAL_TYPE_BUY && type != DEAL_TYPE_SELL)
   {
      string kind = "correction";
      if(type == DEAL_TYPE_BALANCE) kind = "balance";
      if(type == DEAL_TYPE_CREDIT || type == DEAL_TYPE_BONUS) kind = "credit";
      if(type == DEAL_TYPE_CHARGE) kind = "charge";
      if(type == DEAL_TYPE_INTEREST) kind = "interest";
      if(type == DEAL_TYPE_COMMISSION || type == DEAL_TYPE_COMMISSION_DAILY || type == DEAL_TYPE_COMMISSION_MONTHLY ||
         type == DEAL_TYPE_COMMISSION_AGENT_DAILY || type == DEAL_TYPE_COMMISSION_AGENT_MONTHLY) kind = "commission";
      if(type == DEAL_DIVIDEND || type == DEAL_DIVIDEND_FRANKED) kind = "dividend";
      if(type == DEAL_TAX) kind = "tax";
      return StringFormat(OPERATION, ticket, time, kind, Num(profit + commission + fee + swap), comment);
   }
   string direction = "out";
   if(entry == DEAL_ENTRY_IN) direction = "in";
   if(entry == DEAL_ENTRY_INOUT) direction = "inout";
   return StringFormat(DEAL, ticket, HistoryDealGetInteger(ticket, DEAL_POSITION_ID), time,
                       type == DEAL_TYPE_BUY ? "buy" : "sell", direction,
                       Escape(HistoryDealGetString(ticket, DEAL_SYMBOL)), Num(HistoryDealGetDouble(ticket, DEAL_VOLUME)),
                       Num(HistoryDealGetDouble(ticket, DEAL_PRICE)), Num(commission), Num(fee), Num(swap), Num(profit),
                       HistoryDealGetInteger(ticket, DEAL_MAGIC), comment);
}

//--- Deals from the one that the service asked for; where it is not known here, all of them, call by call
string Deals()
{
   string list = "";
   has_more = false;
   if(!HistorySelect(0, TimeCurrent() + 7 * 86400)) return list;
   int total = HistoryDealsTotal();
   int from = deals_from != "" && sent_until < total ? sent_until : 0;
   for(int i = total - 1; i >= 0 && deals_from != ""; i--)
      if(IntegerToString((long)HistoryDealGetTicket(i)) == deals_from)
      {
         from = i;
         break;
      }
   int most = DealsAtOnce < 1 ? 1 : DealsAtOnce > 2000 ? 2000 : DealsAtOnce;
   int until = from + most < total ? from + most : total;
   for(int i = from; i < until; i++)
   {
      ulong ticket = HistoryDealGetTicket(i);
      if(ticket == 0) continue;
      if(list != "") list += ",";
      list += OneDeal(ticket);
   }
   has_more = until < total;
   sending_until = has_more ? until : 0;
   return list;
}

string Body()
{
   long mode = AccountInfoInteger(ACCOUNT_TRADE_MODE);
   string kind = "real";
   if(mode == ACCOUNT_TRADE_MODE_DEMO) kind = "demo";
   if(mode == ACCOUNT_TRADE_MODE_CONTEST) kind = "contest";
   string clock = has_offset ? StringFormat(CLOCK, (long)(TimeGMT() + gmt_offset), gmt_offset) : "";
   string extremes = has_extremes ? StringFormat(EXTREMES, Num(equity_low), Num(equity_high)) : "";
   string head = StringFormat(HEAD, AccountInfoInteger(ACCOUNT_LOGIN), Escape(AccountInfoString(ACCOUNT_SERVER)),
                              Escape(AccountInfoString(ACCOUNT_CURRENCY)), AccountInfoInteger(ACCOUNT_LEVERAGE), kind, clock,
                              TerminalInfoInteger(TERMINAL_BUILD), TerminalInfoInteger(TERMINAL_PING_LAST),
                              Num(AccountInfoDouble(ACCOUNT_BALANCE)), Num(Equity()), extremes, Num(AccountInfoDouble(ACCOUNT_MARGIN)),
                              Num(AccountInfoDouble(ACCOUNT_MARGIN_FREE)), Num(AccountInfoDouble(ACCOUNT_CREDIT)));
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
   Say("connected, account " + IntegerToString(AccountInfoInteger(ACCOUNT_LOGIN)));
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
   RecallOffset();
   CallIn(0);
}

void Call()
{
   if(!TerminalInfoInteger(TERMINAL_CONNECTED) || Account() == 0)
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
      if(error == 4014) Fail("allow " + CabinetAddress + " in Tools - Options - Expert Advisors - Allow WebRequest for listed URL");
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

void OnTimer()
{
   LookAtAccount();
   LearnOffset();
   WatchEquity();
   WatchPositions();
   if(TimeGMT() >= next_call) Call();
}

//--- Something was opened or closed: tell it soon, once things are quiet
void OnTrade()
{
   if(failures == 0 && next_call > TimeGMT() + 2) CallIn(2);
}
