/**
 * Formats that the import reads, with a sample of each under `/samples/`: real layouts with invented numbers. `name`
 * is the program's; null is named by the translation `otherTables`.
 */
export const statementSamples = [
  { name: "MetaTrader 4", file: "mt4-statement.htm" },
  { name: "MetaTrader 5", file: "mt5-report.html" },
  { name: "MetaTrader 5 (CSV)", file: "mt5-deals.csv" },
  { name: "Myfxbook", file: "myfxbook.csv" },
  { name: "MQL5", file: "mql5-signal.csv" },
  { name: "FX Blue", file: "fx-blue.csv" },
  { name: "Exness", file: "exness.csv" },
  { name: "Tradovate", file: "tradovate.csv" },
  { name: "NinjaTrader", file: "ninjatrader.csv" },
  { name: "TopstepX", file: "topstepx.csv" },
  { name: "Rithmic", file: "rithmic.csv" },
  { name: "Bybit", file: "bybit.csv" },
  { name: "Binance Futures", file: "binance.csv" },
  { name: "IG", file: "ig.csv" },
  { name: "Interactive Brokers (Flex)", file: "ibkr-flex.xml" },
  { name: "Interactive Brokers (Activity)", file: "ibkr-activity.csv" },
  { name: "Deepcharts", file: "deepcharts.csv" },
  { name: "TradeZella", file: "tradezella.csv" },
  { name: null, file: "other.csv" },
] as const;
