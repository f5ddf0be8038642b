import fc from "fast-check";
import { expect, test } from "vitest";
import type { Due } from "./forecast";
import { forecast } from "./forecast";

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const until = day("2027-01-01");
const due = (at: string, amountCents: number, months = 1, isAutomatic = true): Due => ({
  at: day(at),
  months,
  amountCents,
  isAutomatic,
  paidDay: null,
});

test("returns the first payment that the balance does not cover, later periods included", () => {
  const { payments, shortage } = forecast(
    5_000,
    [due("2026-03-01", 1_000), due("2026-02-10", 2_500, 3), due("2026-02-20", 9_900, 1, false)],
    until,
  );
  expect(payments.map(({ at, leavesCents }) => [at.toISOString().slice(0, 10), leavesCents])).toEqual([
    ["2026-02-10", 2_500],
    ["2026-02-20", 2_500],
    ["2026-03-01", 1_500],
    ["2026-04-01", 500],
    ["2026-05-01", -500],
  ]);
  expect(shortage).toMatchObject({ at: day("2026-05-01"), amountCents: 1_000, missingCents: 500 });
});

test.each([
  [1_000, "2026-02-28"],
  [2_000, "2026-03-31"],
  [3_000, "2026-04-30"],
])(
  "with %i on the balance, the payment after the 31st falls short on %s: a shorter month does not move later payments",
  (balance, at) => {
    expect(forecast(balance, [due("2026-01-31", 1_000)], until).shortage?.at).toEqual(day(at));
  },
);

test("excludes payments at the end of the range", () => {
  const { shortage } = forecast(1_000, [due("2026-01-31", 1_000)], day("2026-02-28"));
  expect(shortage).toBeNull();
});

test("has no shortage if nothing is auto-renewed, or if everything is covered", () => {
  expect(forecast(0, [due("2026-02-10", 2_500, 1, false)], until).shortage).toBeNull();
  expect(forecast(2_500, [due("2026-02-10", 2_500, 12)], until).shortage).toBeNull();
});

test("lists later payments after the first shortage too, without the remaining balance", () => {
  const { payments } = forecast(500, [due("2026-02-10", 1_000), due("2026-03-05", 100, 12)], until);
  expect(payments.map(({ at, leavesCents }) => [at.toISOString().slice(0, 10), leavesCents])).toEqual([
    ["2026-02-10", -500],
    ["2026-03-05", null],
  ]);
});

const someDues = fc.array(
  fc
    .tuple(
      fc.integer({ min: 1, max: 360 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(1, 3, 6, 12),
      fc.boolean(),
    )
    .map(([days, cents, months, isAutomatic]) => ({
      ...due("2026-01-01", cents, months, isAutomatic),
      at: new Date(day("2026-01-01").getTime() + days * 86_400_000),
    })),
  { minLength: 1, maxLength: 6 },
);

test("the rows add up: each leaves the previous remainder less its own sum", () => {
  fc.assert(
    fc.property(someDues, fc.integer({ min: 0, max: 50_000 }), (some, balance) => {
      const { payments, shortage } = forecast(balance, some, until);
      let remainingCents = balance;
      for (const { isAutomatic, amountCents, leavesCents } of payments) {
        if (leavesCents === null) break;
        remainingCents -= isAutomatic ? amountCents : 0;
        expect(leavesCents).toBe(remainingCents);
      }
      const short = payments.filter(({ leavesCents }) => leavesCents !== null && leavesCents < 0);
      expect(short.map(({ at }) => at)).toEqual(shortage ? [shortage.at] : []);
      // every due payment is listed
      expect(some.every((one) => payments.some(({ at }) => at.getTime() === one.at.getTime()))).toBe(true);
    }),
  );
});

test("after a deposit of the missing sum, that payment is no longer a shortage", () => {
  fc.assert(
    fc.property(someDues, fc.integer({ min: 0, max: 50_000 }), (some, balance) => {
      const { shortage } = forecast(balance, some, until);
      if (!shortage) return;
      const next = forecast(balance + shortage.missingCents, some, until).shortage;
      expect(next === null || next.at >= shortage.at).toBe(true);
      expect(forecast(balance + shortage.missingCents - 1, some, until).shortage?.at).toEqual(shortage.at);
    }),
  );
});
