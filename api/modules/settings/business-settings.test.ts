import { describe, expect, it } from "vitest";
import type { SettingKey } from "./business-settings";
import { parseSetting, parseTypedSetting, settingDefinitions, settingKeys } from "./business-settings";

const sentenceOf = (key: SettingKey, text: string): string => {
  try {
    parseTypedSetting(key, text);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

const accepted: Record<SettingKey, string[]> = {
  accountMonthCents: ["30", "100000"],
  freeAccounts: ["1", "10"],
  graceDays: ["1", "90"],
  testServerDays: ["1", "30"],
  rentalMonths: ["[1]", "[1,3,6,12]"],
  promoDiscounts: [
    '[{"discount":1,"activeReferrals":3}]',
    '[{"discount":5,"activeReferrals":0},{"discount":90,"activeReferrals":1}]',
  ],
  departments: ['[{"id":"all-in-1","en":"Support","ru":"Поддержка"}]'],
};

const step = (discount: number, activeReferrals: number) => ({ discount, activeReferrals });
const department = (id: string, name = id, isClosed = false) => ({ id, en: name, ru: name, isClosed });
const rejected: Record<SettingKey, unknown[]> = {
  accountMonthCents: [29, 100_001, 2.5, "200", null],
  freeAccounts: [0, 11, -1],
  graceDays: [0, 91, 1.5],
  testServerDays: [0, 31],
  rentalMonths: [[], [3], [1, 2], [1, 6, 3], [1, 1], 1],
  promoDiscounts: [
    [],
    [step(0, 0)],
    [step(91, 0)],
    [step(5, -1)],
    [step(10, 0), step(5, 10)],
    [step(5, 10), step(10, 10)],
    [{ ...step(5, 0), more: 1 }],
  ],
  departments: [
    [],
    [department("a", "")],
    [department("A b")],
    [department("a", "x".repeat(41))],
    [department("a", "a\u0007")],
    [department("a", "One"), department("a", "Two")],
    [department("a", "One"), department("b", "One")],
    [department("a", "One", true)],
    [{ id: "a", en: "One" }],
  ],
};

describe.each(settingKeys)("%s", (key) => {
  it("has a default that it accepts itself", () => {
    const { initial } = settingDefinitions[key];
    expect(parseSetting(key, initial)).toEqual(initial);
  });

  it.each(accepted[key])("accepts %s", (text) => {
    expect(parseTypedSetting(key, text)).toEqual(JSON.parse(text));
  });

  it.each(rejected[key].map((value) => JSON.stringify(value)).concat("", "much"))(
    "rejects %s with a sentence that names it and its bounds",
    (text) => {
      const { allowed } = settingDefinitions[key];
      expect(sentenceOf(key, text)).toMatch(new RegExp(`^${key} \\(.+\\) must be `));
      expect(sentenceOf(key, text)).toContain(allowed.in("commandLine"));
    },
  );
});
