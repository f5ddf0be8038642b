import { describe, expect, it } from "vitest";
import { placesOf, readCurrency } from "./currency";

describe("placesOf", () => {
  it.each([
    ["HUF", 2],
    ["IDR", 2],
    ["JPY", 0],
    ["TND", 3],
    ["mBTC", 5],
    ["uBTC", 2],
    ["ETH", 8],
    ["USC", 2],
  ])("returns the decimals of %s by ISO 4217, or of the coin", (currency, places) => {
    expect(placesOf(currency)).toBe(places);
  });
});

describe("readCurrency", () => {
  it.each([
    ["usd", "USD"],
    ["mBTC", "mBTC"],
    ["mxn", "MXN"],
    ["mUSD", "MUSD"],
  ])("reads %s as %s", (text, currency) => {
    expect(readCurrency(text)).toBe(currency);
  });
});
