import { describe, expect, it } from "vitest";
import { reconcile } from "#api/modules/monitoring/import/reconcile";
import { formatDecimal } from "./decimal";
import { readStatement } from "./read-statement";
import type { Statement } from "./statement";
import { resultOf } from "./types";

const bytes = (text: string) => new TextEncoder().encode(text);
const athens = { base: 120, summer: null };
const results = ({ trades }: Statement) => trades.map((trade) => formatDecimal(resultOf(trade)));
const iso = (time: number | null | undefined) => (time ? new Date(time).toISOString().slice(0, 16) : null);

describe("a table of closed trades", () => {
  it("of Exness is in UTC and names its currency", async () => {
    const read = await readStatement(
      bytes(`ticket,opening_time_utc,closing_time_utc,type,lots,original_position_size,symbol,opening_price,closing_price,stop_loss,take_profit,commission_usd,swap_usd,profit_usd,equity_usd,margin_level,close_reason
11,2026-05-12T07:02:03.120Z,2026-05-12T08:43:35,buy,0.01,0.01,XAUUSDm,4695.147,4700.062,,4721.5,-0.10,-0.20,4.91,,,tp
`),
      athens,
    );
    expect(read.account.currency).toBe("USD");
    expect(read.notes).toEqual([{ code: "ownZone", count: 1, line: 1 }]);
    expect(iso(read.trades[0]?.openTime)).toBe("2026-05-12T07:02");
    expect(results(read)).toEqual(["4.61"]);
  });

  it("of XTB has the day first, two kinds of swap and a line of totals", async () => {
    const read = await readStatement(
      bytes(`Name,Demo
Currency,USD

Position,Symbol,Type,Volume,Open time,Open price,Close time,Close price,Open origin,Close origin,Purchase value,Sale value,SL,TP,Margin,Commission,Swap,Rollover,Gross P/L,Comment
101,US500,SELL,0.1,02/03/2026 15:30:00,5000,04/03/2026 16:00:00,4980,x,x,1,1,0,0,0,-1.5,-0.5,-0.25,20,
Total,,,,,,,,,,,,,,,-1.5,-0.5,-0.25,20,
`),
      athens,
    );
    expect(iso(read.trades[0]?.closeTime)).toBe("2026-03-04T14:00");
    expect(results(read)).toEqual(["17.75"]);
    expect(read.notes).toEqual([{ code: "skippedRows", count: 1, line: 6 }]);
  });

  const xtb =
    "Instrument|Category|Ticker|Type|Volume|Open Price|Open Time (UTC)|Close Price|Close Time (UTC)|Product|Profit/Loss|Gross Profit|Purchase Value|Sale Value|Stop Loss|Take Profit|Commission|Margin|Swap|Rollover|Open Conversion Rate|Close Conversion Rate|Close Origin|Position ID|Comment";
  const xtbFile = (row: string) =>
    bytes(
      `Account number|51234567\nClosed Positions|\nDate from (UTC)|2026-01-01\n${xtb}\n${row}\nProfit/loss||||||||||999.5\n`.replaceAll(
        "|",
        "\t",
      ),
    );

  it("of XTB's newer export is in UTC, has the ticker as its symbol and verifies its net", async () => {
    const read = await readStatement(
      xtbFile(
        "Euro / Zloty|CFD|EURPLN|BUY|0.1|4.2|2026-01-05 09:00:00.887|4.21|2026-01-05 10:00:00|My Trades|999.5|1000|||||0|744.87|-0.25|-0.25|||xStation5|2427493785|",
      ),
      athens,
    );
    expect(read.format).toBe("trade-list");
    expect(read.trades[0]).toMatchObject({ symbol: "EURPLN", ticket: "2427493785", side: "long" });
    expect(iso(read.trades[0]?.closeTime)).toBe("2026-01-05T10:00");
    expect(results(read)).toEqual(["999.50"]);
    expect(read.notes.map(({ code }) => code)).toEqual(["ownZone", "skippedRows"]);
    await expect(
      readStatement(
        xtbFile(
          "Euro / Zloty|CFD|EURPLN|BUY|0.1|4.2|2026-01-05 09:00:00|4.21|2026-01-05 10:00:00|My Trades|1000|1000||||||744.87|-0.5|0|||xStation5|2427493785|",
        ),
        athens,
      ),
    ).rejects.toMatchObject({ code: "importNetDiffers" });
  });

  const stated = (row: string) =>
    bytes(
      `Instrument,Entry time,Side,Amount,Entry price,Exit time,Exit price,Fee,Swap,P&L,Net P&L\nEURUSD,2026-03-02 10:00:00,Buy,0.1,1.1,2026-03-02 11:00:00,1.101,${row}\n`,
    );

  it.each([
    ["costs as what they are", "-0.70,-0.10,10,9.20"],
    ["costs as what they take", "0.70,0.10,10,9.20"],
    ["a fee as what it takes and a swap as what it is", "0.70,-0.10,10,9.20"],
    ["money with signs and brackets", "$(0.70),-$0.10,$10.00,$9.20"],
  ])("of an unknown source uses the net that it states: %s", async (_, row) => {
    const read = await readStatement(stated(row), athens);
    expect(results(read)).toEqual(["9.20"]);
    expect(read.trades[0]).toMatchObject({ commission: -70_000_000n, swap: -10_000_000n });
    expect(reconcile(read).find(({ figure }) => figure === "netProfit")).toMatchObject({ difference: 0n });
  });

  it("with times marked as UTC is read in UTC, whatever zone was chosen", async () => {
    const text = new TextDecoder()
      .decode(stated("0.70,0.10,10,9.20"))
      .replaceAll(/2026-03-02 (\d\d:00:00)/g, "2026-03-02T$1Z");
    const read = await readStatement(bytes(text), athens);
    expect(iso(read.trades[0]?.closeTime)).toBe("2026-03-02T11:00");
    expect(read.notes).toEqual([{ code: "ownZone", count: 1, line: 1 }]);
  });

  it.each(["12:00:00+02:00", "12:00:00.250 +0200", "05:00-0500", "10:00:00Z", "10:00:00 UTC"])(
    "with times that include an offset is read by it: %s",
    async (time) => {
      const text = new TextDecoder().decode(stated("0.70,0.10,10,9.20")).replaceAll(/1[01]:00:00/g, time);
      const read = await readStatement(bytes(text), { base: 180, summer: null });
      expect(iso(read.trades[0]?.closeTime)).toBe("2026-03-02T10:00");
      expect(read.notes).toEqual([{ code: "ownZone", count: 1, line: 1 }]);
    },
  );

  it.each([
    ["the month", "01/05/2026 10:00:00", "01/13/2026 11:00:00", "2026-01-13"],
    ["the day", "01/05/2026 10:00:00", "13/05/2026 11:00:00", "2026-05-13"],
  ])(
    "with one date that can only have %s first has all others in that order",
    async (_, open, close, day) => {
      const text = new TextDecoder()
        .decode(stated("0.70,0.10,10,9.20"))
        .replace("2026-03-02 10:00:00", open)
        .replace("2026-03-02 11:00:00", close);
      const read = await readStatement(bytes(text), { base: 0, summer: null });
      expect(iso(read.trades[0]?.closeTime)).toBe(`${day}T11:00`);
      expect(iso(read.trades[0]?.openTime)).toBe(
        day.endsWith("01-13") ? "2026-01-05T10:00" : "2026-05-01T10:00",
      );
      const both = text.replace(open, "14/14/2026 10:00:00");
      await expect(readStatement(bytes(both), { base: 0, summer: null })).rejects.toMatchObject({
        code: "importNotATime",
      });
    },
  );

  it("may begin with a symbol called TOTAL; a line of totals in Russian is skipped", async () => {
    const text = `Symbol,Side,Amount,Entry price,Entry time,Exit time,Exit price,Fee,Swap,P&L,Net P&L
TOTAL.FR,Buy,1,50,2026-03-02 10:00:00,2026-03-02 11:00:00,51,-0.7,-0.1,10,9.20
TOTAL,Sell,1,50,2026-03-02 10:00:00,2026-03-02 11:00:00,51,-0.7,-0.1,10,9.20
Итого,2,,,,,,-1.4,-0.2,20,18.40\n`;
    const read = await readStatement(bytes(text), athens);
    expect(read.trades.map(({ symbol }) => symbol)).toEqual(["TOTAL.FR", "TOTAL"]);
    expect(read.notes).toEqual([{ code: "skippedRows", count: 1, line: 4 }]);
  });

  it("with negative sizes for shorts has positive sizes", async () => {
    const text = new TextDecoder().decode(stated("0.70,0.10,10,9.20")).replace("Buy,0.1", "Sell,-0.1");
    const read = await readStatement(bytes(text), athens);
    expect(read.trades[0]).toMatchObject({ side: "short", volume: 10_000_000n });
  });

  it("whose net differs from the sum of its columns is rejected with its place", async () => {
    await expect(readStatement(stated("-0.70,-0.10,10,8.00"), athens)).rejects.toMatchObject({
      code: "importNetDiffers",
      place: { line: 2, column: 11 },
    });
  });

  it.each(["Swap (USD)", "Total commission", "Transaction costs", "Commission USD", "Swap & Rollover"])(
    "with an unknown money column is rejected: %s",
    async (heading) => {
      const text = new TextDecoder()
        .decode(stated("-0.70,-0.10,10,9.20,-5"))
        .replace("Net P&L\n", `Net P&L,${heading}\n`);
      await expect(readStatement(bytes(text), athens)).rejects.toMatchObject({
        code: "importColumnUnknown",
        value: heading,
      });
    },
  );

  it.each(["Purchase cost", "Swap rate", "Commission type", "Exchange"])(
    "with a column that is not money to add is read: %s",
    async (heading) => {
      const text = new TextDecoder()
        .decode(stated("-0.70,-0.10,10,9.20,5"))
        .replace("Net P&L\n", `Net P&L,${heading}\n`);
      expect(results(await readStatement(bytes(text), athens))).toEqual(["9.20"]);
    },
  );

  it("that does not say whether its profit is net is rejected", async () => {
    const text =
      "ID,Symbol,Open Time,Volume,Side,Close Time,Open Price,Close Price,Stop Loss,Take Profit,Swap,Commission,Profit,Reason\n1,EURUSD,2026-03-02 10:00:00,0.1,BUY,2026-03-02 11:00:00,1.1,1.101,,,0,-0.7,10,User\n";
    await expect(readStatement(bytes(text), athens)).rejects.toMatchObject({ code: "importUnknownFormat" });
  });
});

describe("a table of closed trades with a direction", () => {
  const head = (time: string) =>
    `Trade ID,Symbol,Side,Quantity,Entry price,Close price,Open time,Close time,Profit,Commission,Swap,Net profit\n77,EURUSD,Buy,0.1,1.1,1.2,${time},${time},10,-0.7,-0.1,`;

  it("must verify its net and keeps its tickets", async () => {
    const read = await readStatement(bytes(`${head("2026-05-01 09:00")}9.20\n`), athens);
    expect(read.format).toBe("trade-list");
    expect(read.trades[0]).toMatchObject({ ticket: "77", profit: 1_000_000_000n });
    await expect(readStatement(bytes(`${head("2026-05-01 09:00")}9.90\n`), athens)).rejects.toMatchObject({
      code: "importNetDiffers",
    });
  });

  it("is rejected with ambiguous dates", async () => {
    await expect(readStatement(bytes(`${head("01/05/2026 09:00")}9.20\n`), athens)).rejects.toMatchObject({
      code: "importNotATime",
    });
  });

  it("and a ticket is not a list of deals", async () => {
    const text = `Ticket,Symbol,Direction,Volume,Open time,Close time,Open price,Close price,Commission,Swap,Profit,Net profit
5,EURUSD,Sell,0.1,2026-05-01 09:00,2026-05-01 10:00,1.1,1.2,-0.7,-0.1,10,9.20\n`;
    const read = await readStatement(bytes(text), athens);
    expect(read.trades[0]).toMatchObject({ ticket: "5", side: "short" });
    expect(results(read)).toEqual(["9.20"]);
    const unproved = text.replaceAll(/,[^,]*$/gm, "");
    await expect(readStatement(bytes(unproved), athens)).rejects.toMatchObject({
      code: "importUnknownFormat",
    });
  });

  it("and net pips states no net amount", async () => {
    const text = `Symbol,Side,Quantity,Entry price,Closing price,Opening time,Closing time,Net pips,Commission,Swap,Profit
EURUSD,Buy,0.1,1.1,1.2,05/01/2026 09:00:00,05/01/2026 10:00:00,15,-1,0,150\n`;
    await expect(readStatement(bytes(text), athens)).rejects.toMatchObject({ code: "importUnknownFormat" });
  });
});

describe("cTrader's history", () => {
  const head =
    "ID,Symbol,Opening Direction,Opening Time (UTC+2),Closing Time (UTC+2),Entry Price,Closing Price,Closing Quantity";
  const trade = (opened: string, closed: string) => `1,EURUSD,Buy,${opened},${closed},1.08,1.081,1.00 Lots`;

  it.each([
    ["07 Aug 2026 08:00:00.000", "07 Aug 2026 12:30:00.000"],
    ["07/08/2026 8:00:00 AM", "07/08/2026 12:30:00 PM"],
  ])("with times such as %s", async (opened, closed) => {
    const read = await readStatement(
      bytes(`${head},Net USD,Balance USD\n${trade(opened, closed)},100.00,1100.00\n`),
      athens,
    );
    expect(iso(read.trades[0]?.openTime)).toBe("2026-08-07T06:00");
    expect(iso(read.trades[0]?.closeTime)).toBe("2026-08-07T10:30");
  });

  it.each([
    [
      "German",
      "Symbol;Richtung;Eröffnungszeit;Schließzeit;Einstiegspreis;Schlusspreis;Menge;Netto USD;Kontostand USD",
      "EURUSD;Kauf",
    ],
    [
      "Spanish",
      "Símbolo;Dirección;Hora de apertura;Hora de cierre;Precio de entrada;Precio de cierre;Cantidad;Neto USD;Saldo USD",
      "EURUSD;Compra",
    ],
    [
      "Russian",
      "Символ;Направление;Время открытия;Время закрытия;Цена входа;Цена закрытия;Количество;Чистая USD;Баланс USD",
      "EURUSD;Покупка",
    ],
  ])("in %s, saved by a spreadsheet of that country", async (language, heading, start) => {
    const text = `${heading}\n${start};17/08/2026 08:00:00;17/08/2026 12:30:00;1.08;1.081;1.00;100.00;1100.00\n`;
    const cyrillic = (letter: string) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    };
    const saved =
      language === "Russian" ? Uint8Array.from(text, cyrillic) : new Uint8Array(Buffer.from(text, "latin1"));
    const read = await readStatement(saved, athens);
    expect(read.format).toBe("ctrader");
    expect(iso(read.trades[0]?.openTime)).toBe("2026-08-17T06:00");
    expect(results(read)).toEqual(["100.00"]);
  });

  it("with a negative size for a short has a positive size", async () => {
    const row = trade("07/08/2026 08:00:00", "17/08/2026 12:30:00").replace("1.00 Lots", "-1.00 Lots");
    const read = await readStatement(bytes(`${head},Net USD,Balance USD\n${row},100.00,1100.00\n`), athens);
    expect(read.trades[0]).toMatchObject({ volume: 100_000_000n });
  });

  it("with net pips beside the net uses the amount", async () => {
    const row = trade("07/08/2026 08:00:00", "17/08/2026 12:30:00");
    const read = await readStatement(
      bytes(`${head},Net pips,Net USD,Balance USD\n${row},10,100.00,1100.00\n`),
      athens,
    );
    expect(results(read)).toEqual(["100.00"]);
  });

  it("with the net in two currencies uses the one of the balance", async () => {
    const row = trade("07/08/2026 08:00:00", "17/08/2026 12:30:00");
    for (const [nets, money] of [
      ["Net USD,Net EUR", "110.00,100.00"],
      ["Net EUR,Net USD", "100.00,110.00"],
    ]) {
      const read = await readStatement(
        bytes(`${head},${nets},Balance EUR\n${row},${money},1100.00\n`),
        athens,
      );
      expect(results(read)).toEqual(["100.00"]);
    }
    await expect(
      readStatement(bytes(`${head},Net USD,Net EUR\n${row},110.00,100.00\n`), athens),
    ).rejects.toMatchObject({ code: "importColumnUnknown" });
  });
});

it("MetaTrader 5's deals with a line of totals at their end", async () => {
  const read = await readStatement(
    bytes(`Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment
2026.01.05 08:00:00,300,,balance,,,,,0,0,0,1000.00,1000.00,Deposit
Total,,,,,,,,0,0,0,1000.00,1000.00,
`),
    athens,
  );
  expect(read.operations).toHaveLength(1);
});
