import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { readStatement } from "./read-statement";
import { workbook } from "./workbook.testing";

const bytes = (text: string) => new TextEncoder().encode(text);
const begins = (...start: number[]) =>
  new Uint8Array([...start, ...Array.from({ length: 600 }, (_, at) => at % 251)]);

it.each([
  ["a PDF", bytes("%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\n"), "importPdf"],
  ["a workbook of an old kind", begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), "importOldWorkbook"],
  ["a packed statement", zipSync({ "Statement.htm": bytes("<html></html>") }), "importPacked"],
  ["a workbook of OpenDocument", zipSync({ "content.xml": bytes("<x/>") }), "importOldWorkbook"],
  ["a binary workbook", zipSync({ "xl/workbook.bin": bytes("x") }), "importOldWorkbook"],
  ["a workbook of Numbers", zipSync({ "Index/Document.iwa": bytes("x") }), "importOldWorkbook"],
  ["a page in gzip", begins(0x1f, 0x8b, 8), "importPacked"],
  ["a picture", begins(0xff, 0xd8, 0xff, 0xe0), "importPicture"],
  [
    "a page with everything around it",
    bytes(
      'From: <Saved by Blink>\nSubject: Statement\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n<html><table class=3D"x">',
    ),
    "importMailPage",
  ],
  ["a workbook of something else", workbook([[["a", "b"]], [["c"]]]), "importUnknownFormat"],
  [
    "a page of something else",
    bytes("<html><table><tr><td>Sign in</td></tr></table></html>"),
    "importUnknownFormat",
  ],
])("%s is rejected with its type named", async (_, file, code) => {
  await expect(readStatement(file, { base: 0, summer: null })).rejects.toMatchObject({ code });
});

it.each([
  ["Binance", "Date(UTC),Pair,Side,Price,Executed,Amount,Fee", "importSingleOrders"],
  [
    "Quantower",
    "Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID,Order ID,Position ID,Comment,Exchange",
    "importSingleOrders",
  ],
  [
    "Kraken",
    "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers",
    "importSingleOrders",
  ],
  [
    "Interactive Brokers",
    "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee",
    "importSingleOrders",
  ],
  [
    "thinkorswim",
    ",Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price",
    "importSingleOrders",
  ],
  ["OANDA", "TICKET,DATE,TYPE,INSTRUMENT,UNITS,PRICE,P/L,FINANCING,BALANCE", "importSingleOrders"],
  [
    "TradingView's paper trading",
    "Symbol,Side,Type,Qty,Limit Price,Stop Price,Fill Price,Status,Placing Time,Closing Time",
    "importSingleOrders",
  ],
  ["TradingView's tester", "Trade #,Type,Signal,Date/Time,Price USD,Quantity,P&L USD", "importTesterReport"],
  [
    "eToro",
    "Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread,Profit,Open Rate,Close Rate",
    "importUnknownFormat",
  ],
])("a list of %s is rejected with its contents named", async (_, headings, code) => {
  const file = bytes(`Some title\n\n${headings}\n${headings.replaceAll(/[^,]+/g, "1")}\n`);
  await expect(readStatement(file, { base: 0, summer: null })).rejects.toMatchObject({ code });
});
