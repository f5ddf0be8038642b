import { describe, expect, it } from "vitest";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import { resultOf } from "./types";

const utc = { base: 0, summer: null };
const read = (text: string) => readStatement(new TextEncoder().encode(text), utc);
const iso = (time: number | null | undefined) => (time ? new Date(time).toISOString().slice(0, 19) : null);

async function summed(text: string) {
  const { trades, operations, format, notes, account } = await read(text);
  const net = trades.reduce((sum, trade) => sum + resultOf(trade), 0n);
  return {
    trades,
    operations,
    format,
    account,
    notes: notes.map(({ code }) => code),
    net: formatDecimal(net),
  };
}

const tradovate = `symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration
MESH6,-2,0,0.25,700000000101,700000000102,2,5800.25,5806.50,$62.50,02/03/2026 09:31:10,02/03/2026 09:44:55,13min 45sec
MNQH6,-2,0,0.25,700000000204,700000000203,1,21010.50,20990.25,$(40.50),02/03/2026 10:20:00,02/03/2026 10:05:30,14min 30sec
MESH6,-2,0,0.25,700000000305,700000000306,1,5810.00,5810.00,$0.00,02/04/2026 15:59:30,02/04/2026 15:59:50,20sec`;

describe("exports of trading platforms", () => {
  it("reads Tradovate's performance, whose shorts were sold before they were bought", async () => {
    const { trades, net, format, notes } = await summed(tradovate);
    expect([format, trades.length, net, notes]).toEqual(["tradovate", 3, "22.00", ["noFees"]]);
    expect(trades[1]).toMatchObject({
      side: "short",
      openPrice: 2_099_025_000_000n,
      closePrice: 2_101_050_000_000n,
    });
    expect(iso(trades[1]?.openTime)).toBe("2026-02-03T10:05:30");
  });

  it("reads Tradovate's pairs of fills", async () => {
    const { trades, net } =
      await summed(`Position ID,Timestamp,Trade Date,Net Pos,Net Price,Bought,Avg. Buy,Sold,Avg. Sell,Account,Contract,Product,Product Description,_priceFormat,_priceFormatType,_tickSize,Pair ID,Buy Fill ID,Sell Fill ID,Paired Qty,Buy Price,Sell Price,P/L,Currency,Bought Timestamp,Sold Timestamp
900000000001,02/03/2026 16:00:00,2026-02-03,0,,3,5801.00,3,5804.50,PROBE01,MESH6,MES,Micro E-mini S&P 500,-2,0,0.25,900000000011,900000000021,900000000022,2,5800.25,5806.50,62.50,USD,02/03/2026 09:31:10,02/03/2026 09:44:55
900000000001,02/03/2026 16:00:00,2026-02-03,0,,3,5801.00,3,5804.50,PROBE01,MESH6,MES,Micro E-mini S&P 500,-2,0,0.25,900000000012,900000000023,900000000024,1,5802.50,5800.50,-10.00,USD,02/03/2026 11:02:00,02/03/2026 10:40:00`);
    expect([trades.length, net, trades[0]?.side, trades[1]?.side]).toEqual([2, "52.50", "long", "short"]);
  });

  it("distinguishes NinjaTrader's profit before and after commission by prices and contract", async () => {
    const gross =
      await summed(`Account,Instrument,Market pos.,Qty,Entry name,Entry price,Entry time,Exit name,Exit price,Exit time,Profit,Commission
Sim101,MES 03-26,Long,2,EN1,5800.25,2/3/2026 9:31:10 AM,EX1,5806.50,2/3/2026 9:44:55 AM,62.50,2.40
Sim101,MNQ 03-26,Short,1,EN2,20990.25,2/3/2026 10:05:30 AM,EX2,21010.50,2/3/2026 10:20:00 AM,-40.50,1.20`);
    expect([gross.trades.length, gross.net]).toEqual([2, "18.40"]);
    const net =
      await summed(`Trade number;Instrument;Account;Strategy;Market pos.;Qty;Entry price;Exit price;Entry time;Exit time;Entry name;Exit name;Profit;Cum. net profit;Commission;MAE;MFE;ETD;Bars;
1;MES 03-26;Sim1;;Long;2;5800,25;5806,50;3/2/2026 9:31:10;3/2/2026 9:44:55;E;X;60,10 $;60,10 $;2,40 $;5,00 $;70,00 $;7,50 $;3;
2;MES 03-26;Sim1;;Short;1;5802,50;5804,25;4/2/2026 9:50:00;4/2/2026 9:58:00;E;X;-9,95 $;50,15 $;1,20 $;11,00 $;2,50 $;11,25 $;2;`);
    expect([net.trades.length, net.net]).toEqual([2, "50.15"]);
    expect(iso(net.trades[1]?.openTime)).toBe("2026-02-04T09:50:00");
  });

  it("reads TopstepX by the offsets in its times", async () => {
    const { trades, net, notes } =
      await summed(`ContractName,Size,PnL,Fees,Type,Id,EntryPrice,EnteredAt,ExitPrice,ExitedAt
MESH6,2,62.50,2.40,long,TS-1,5800.25,2026-02-03T09:31:10-06:00,5806.50,2026-02-03T09:44:55-06:00
MNQH6,1,-40.50,1.20,short,TS-2,20990.25,2026-02-03T10:05:30-06:00,21010.50,2026-02-03T10:20:00-06:00`);
    expect([trades.length, net, notes]).toEqual([2, "18.40", ["ownZone"]]);
    expect(iso(trades[0]?.openTime)).toBe("2026-02-03T15:31:10");
  });

  it("reads Rithmic's performance, whose contract is above its rows", async () => {
    const { trades, net, account } = await summed(`PROBE-001
MESH6
Entry Order Number,Entry Buy/Sell,Entry Price,Entry Time,Exit Order Number,Exit Price,Exit Time,Fill Size,Trade P&L,Trade Life Span,Commission & Fees
5001,B,5800.25,2026-02-03 09:31:10,5002,5806.50,2026-02-03 09:44:55,2,62.50,00:13:45,2.40
5003,S,5802.50,2026-02-03 10:40:00,5004,5804.25,2026-02-03 10:48:00,1,-8.75,00:08:00,1.20`);
    expect([trades.length, net, trades[1]?.symbol, trades[1]?.side]).toEqual([2, "50.15", "MESH6", "short"]);
    expect(account.number).toBe("PROBE-001");
  });

  it("reads the side of Bybit's closed P&L from the closing direction", async () => {
    const { trades, net } =
      await summed(`Contracts,Closing Direction,Qty,Entry Price,Exit Price,Closed P&L,Exit Type,Trade Time(UTC+0)
BTCUSDT,Sell,0.02,58000,58750,14.02,Trade,2026-02-03 15:00:00
ETHUSDT,Buy,0.5,2400,2412,-6.61,Trade,2026-02-04 15:00:00`);
    expect([trades.length, net]).toEqual([2, "7.41"]);
    expect(trades.map(({ side, openTime }) => [side, openTime])).toEqual([
      ["long", null],
      ["short", null],
    ]);
  });

  it("reads Binance's fills as trades", async () => {
    const { trades, net, account } =
      await summed(`Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit
2026-02-03 10:00:00,BTCUSDT,BUY,58000,0.02,1160,-0.46USDT,0USDT
2026-02-03 11:00:00,BTCUSDT,SELL,58750,0.02,1175,-0.47USDT,15USDT`);
    expect([trades.length, net, account.currency]).toEqual([1, "14.07", "USDT"]);
    expect(iso(trades[0]?.openTime)).toBe("2026-02-03T10:00:00");
  });

  const ig = (...rows: string[]) =>
    [
      "TextDate,Summary,MarketName,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,Currency,PL Amount,Cash transaction,DateUtc,OpenDateUtc,CurrencyIsoCode",
      ...rows,
    ].join("\n");

  it("reads IG's transactions: deals by the sign of their size, money in and out, funding booked separately", async () => {
    const { trades, net, operations, account, notes, format } = await summed(
      ig(
        '01/02/26,Cash In,Card payment,-,"£1,000.00",DEPO,CASHIN01,-,0,-,£,"1,000.00",true,2026-02-01T12:00:00,2026-02-01T12:00:00,GBP',
        "03/02/26,Closing trades,Germany 40 Cash (£1) converted at 0.85,-,£36.60,DEAL,ABCDEF01,24310.4,24322.6,+3,£,36.6,false,2026-02-03T10:14:05,2026-02-03T09:02:11,GBP",
        "03/02/26,Closing trades,EUR/USD Mini,-,£-18.75,DEAL,ABCDEF01,1.08412,1.08437,-1,£,-18.75,false,2026-02-03T10:14:05,2026-02-03T09:01:30,GBP",
        "04/02/26,Interest,Overnight funding on Germany 40 Cash,-,£-1.12,WITH,FUND0001,-,0,-,£,-1.12,false,2026-02-04T01:05:00,2026-02-04T01:05:00,GBP",
        "05/02/26,Dividend,Germany 40 Cash,-,£2.40,DEPO,DIVI0001,-,0,-,£,2.4,false,2026-02-05T01:05:00,2026-02-05T01:05:00,GBP",
        "06/02/26,Cash Out,Bank transfer,-,£-200.00,WITH,CASHOUT1,-,0,-,£,-200,true,2026-02-06T12:00:00,2026-02-06T12:00:00,GBP",
      ),
    );
    expect([format, net, account.currency, notes]).toEqual(["ig", "17.85", "GBP", ["ownZone"]]);
    expect(trades.map(({ side, symbol }) => [side, symbol])).toEqual([
      ["long", "Germany 40 Cash (£1)"],
      ["short", "EUR/USD Mini"],
    ]);
    expect(new Set(trades.map(({ ticket }) => ticket)).size).toBe(2);
    expect(iso(trades[0]?.openTime)).toBe("2026-02-03T09:02:11");
    expect(operations.map(({ type, amount }) => [type, formatDecimal(amount)])).toEqual([
      ["balance", "1000.00"],
      ["interest", "-1.12"],
      ["dividend", "2.40"],
      ["balance", "-200.00"],
    ]);
  });

  it("reads a row of IG as a deposit only if its text says so, and rejects a second currency", async () => {
    const row = (currency: string) =>
      `04/02/26,Premium,Guaranteed stop,-,£-1.12,WITH,G1,-,0,-,£,-1.12,false,2026-02-04T01:05:00,2026-02-04T01:05:00,${currency}`;
    const { operations, notes } = await summed(ig(row("GBP")));
    expect([operations[0]?.type, notes]).toEqual(["correction", ["unknownKind", "ownZone"]]);
    await expect(read(ig(row("GBP"), row("EUR")))).rejects.toMatchObject({ code: "importSeveralCurrencies" });
  });

  it("reads a Flex query of Interactive Brokers, whose profit is after both commissions", async () => {
    const { trades, net, operations, account } =
      await summed(`<FlexQueryResponse queryName="Probe" type="AF"><FlexStatements count="1">
<FlexStatement accountId="U0000001" fromDate="20260201" toDate="20260228" period="" whenGenerated="20260301;080000"><Trades>
<Trade accountId="U0000001" currency="USD" assetCategory="FUT" symbol="MESH6" multiplier="5" tradeID="T1" dateTime="20260203;093110" tradeDate="20260203" quantity="2" tradePrice="5800.25" ibCommission="-1.24" ibCommissionCurrency="USD" buySell="BUY" openCloseIndicator="O" fifoPnlRealized="0" levelOfDetail="EXECUTION" />
<Trade accountId="U0000001" currency="USD" assetCategory="FUT" symbol="MESH6" multiplier="5" tradeID="T2" dateTime="20260203;094455" tradeDate="20260203" quantity="-2" tradePrice="5806.50" ibCommission="-1.24" ibCommissionCurrency="USD" buySell="SELL" openCloseIndicator="C" fifoPnlRealized="60.02" levelOfDetail="EXECUTION" />
</Trades><CashTransactions>
<CashTransaction accountId="U0000001" currency="USD" dateTime="20260201;202000" amount="5000" type="Deposits/Withdrawals" description="CASH RECEIPTS" />
</CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`);
    expect([trades.length, net, account]).toEqual([1, "60.02", { number: "U0000001", currency: "USD" }]);
    expect(trades[0]).toMatchObject({ profit: 6_250_000_000n, commission: -248_000_000n });
    expect(operations).toMatchObject([{ type: "balance", amount: 500_000_000_000n }]);
  });

  it("reads an activity statement of Interactive Brokers without its subtotals", async () => {
    const { trades, net, operations } = await summed(`Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Account Information,Header,Field Name,Field Value
Account Information,Data,Base Currency,USD
Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
Deposits & Withdrawals,Data,USD,2026-02-01,Electronic Fund Transfer,5000
Deposits & Withdrawals,Data,Total,,,5000
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,PRB,"2026-02-03, 09:31:10",100,20.10,20.40,-2010,-1,2011,0,30,O
Trades,Data,Order,Stocks,USD,PRB,"2026-02-04, 10:00:00",-100,20.60,20.50,2060,-1.05,-2011,47.95,10,C
Trades,SubTotal,,Stocks,USD,PRB,,0,,,50,-2.05,0,47.95,40,`);
    expect([trades.length, net]).toEqual([1, "47.95"]);
    expect(operations).toMatchObject([{ type: "balance", amount: 500_000_000_000n }]);
  });

  it("rejects an account in two currencies with a message", async () => {
    await expect(
      read(`Statement,Header,Field Name,Field Value
Account Information,Header,Field Name,Field Value
Account Information,Data,Base Currency,USD
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Comm/Fee,Realized P/L,Code
Trades,Data,Order,Stocks,EUR,PRB,"2026-02-03, 09:31:10",100,20.10,-1,0,O`),
    ).rejects.toMatchObject({ code: "importSeveralCurrencies", value: "EUR" });
  });

  it("reads MetaTrader 5's positions with decimal commas, whose profit is before costs", async () => {
    const { trades, net, format } =
      await summed(`Position;Symbol;Type;Volume;Open Time;Open Price;S/L;T/P;Close Time;Close Price;Commission;Swap;Profit;Comment
2001;XAUUSD.a;buy;0,10;2026.02.03 16:30:00;2850,00;2845,00;2865,00;2026.02.03 17:10:00;2861,00;-0,70;0;110,00;probe
2002;EURUSD;sell;1,00;2026.02.03 17:20:00;1,08400;1,08600;1,08100;2026.02.04 08:25:00;1,08450;-7,00;-1,35;-50,00;probe`);
    expect([format, trades.length, net]).toEqual(["trade-list", 2, "50.95"]);
  });

  it("reads Deepcharts, where a negative quantity is a short", async () => {
    const { trades, net, notes } =
      await summed(`Symbol;Quantity;Entry DT;Entry Price;Exit DT;Exit Price;ProfitLoss
MNQ;2;2026-02-03 17:35:22;21010.25;2026-02-03 17:51:31.186;21020.50;41
MNQ;-2;2026-02-03 18:14:14;21020.50;2026-02-03 18:26:22.417;21024.75;-17`);
    expect([trades.length, net, notes]).toEqual([2, "24.00", ["noFees"]]);
    expect(trades.map(({ side, volume }) => [side, volume])).toEqual([
      ["long", 200_000_000n],
      ["short", 200_000_000n],
    ]);
  });

  it("reads TradeZella, whose dates and times are in separate columns", async () => {
    const { trades, net } =
      await summed(`Account Name,Open Date,Open Time,Close Date,Close Time,Instrument,Side,Quantity,Entry Price,Exit Price,Gross P&L,Commission,Duration,Adjusted Cost,Adjusted Proceeds
Probe,2026-02-03,09:31:10,2026-02-03,09:44:55,MES,Long,2,5800.25,5806.50,62.50,2.40,825,11600.50,11613.00
Probe,2026-02-03,10:05:30,2026-02-03,10:20:00,MNQ,Short,1,20990.25,21010.50,-40.50,1.20,870,20990.25,21010.50`);
    expect([trades.length, net]).toEqual([2, "18.40"]);
    expect(iso(trades[0]?.closeTime)).toBe("2026-02-03T09:44:55");
  });
});

describe("a list of trades", () => {
  it("of an MQL5 signal skips a row whose type is SUMMARY", async () => {
    const { trades, notes } =
      await summed(`Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment
2024.03.05 09:00:00;Sell;0.10;EURUSD;1.08500;;;2024.03.05 15:00:00;1.08650;0;0;-15.00;
;SUMMARY;0.10;;;;;;;0;0;-15.00;`);
    expect([trades.length, notes]).toEqual([1, ["skippedRows"]]);
  });
});
