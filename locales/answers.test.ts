import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnswerKey } from "#api/lib/answer";
import { answer, OperatorError } from "#api/lib/answer";
import { allOperations } from "#api/operations/program";
import { languages } from "#contract/languages";

const commands = [...allOperations().keys()].filter((name) => name.includes(" "));

describe.each(languages)("answers of operations in the console (%s)", (language) => {
  const texts = JSON.parse(readFileSync(`locales/${language}/answers.json`, "utf8")) as object;

  it("name no option and no command of the command line", () => {
    const wrong = Object.keys(texts)
      .map((key) => answer(key as AnswerKey).in(language))
      .filter((text) => /--|`|\[\[|\]\]/.test(text) || commands.some((name) => text.includes(name)));
    expect(wrong).toEqual([]);
  });
});

describe("an answer", () => {
  it("names a page of the console, or a command on the command line", () => {
    const error = new OperatorError("noClient", { client: "ann" });
    expect(error.in("en")).toBe("No client ann. Find one on the page Clients.");
    expect(error.message).toBe("No client ann. Find one with `clients find`.");
  });

  it("has days as the reader writes them, and counted words", () => {
    const values = { id: "trader-1", plan: "Trader 1", priceCents: 1900, fromOn: "2027-01-05", change: "c1" };
    const announced = (months: number, count: number) =>
      answer("priceAnnounced", { ...values, period: answer("months", { count: months }), count });
    expect(announced(1, 0).in("en")).toBe(
      "The price of Trader 1 for 1 month is $19.00 from 5 Jan 2027 on; no client needs to be told.",
    );
    expect(announced(3, 1).in("commandLine")).toBe(
      "The price of Trader 1 (trader-1) for 3 months is $19.00 from 2027-01-05 on (c1); 1 client gets an e-mail.",
    );
    expect(announced(1, 2).in("ru")).toMatch(
      /^Цена тарифа Trader 1 за 1 месяц: 19,00\s\$ с 5 янв\. 2027.+получат 2 клиента\.$/,
    );
  });
});
