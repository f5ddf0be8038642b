import * as z from "zod/mini";
import {
  monitoringAccountMonthCents,
  monitoringFreeAccounts,
  rentalMonths,
  serverGraceDays,
  testServerDays,
} from "#contract/rules";
import { defaultDepartments, departmentsSchema } from "./departments";

/**
 * The business settings: what an owner may change without a release. Of each: its schema, what it is, and its
 * allowed values in words, for the sentence that rejects another one.
 */

const whole = (min: number, max: number) => ({
  schema: z.int().check(z.minimum(min), z.maximum(max)),
  allowed: `a whole number from ${min} to ${max}`,
});

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));

const months = z
  .array(z.literal([...rentalMonths]))
  .check(z.refine((list) => list.includes(1) && isAscending(list)));

/** Percent that a promo code may take off a price. */
export const promoDiscountBounds = { min: 1, max: 90 } as const;

const promoDiscounts = z
  .array(
    z.strictObject({
      /** Percent off the price. */
      discount: whole(promoDiscountBounds.min, promoDiscountBounds.max).schema,
      /** Active referrals, of all levels, that it requires. */
      activeReferrals: whole(0, 100_000).schema,
    }),
  )
  .check(
    z.minLength(1),
    z.maxLength(10),
    z.refine(
      (steps) =>
        isAscending(steps.map(({ discount }) => discount)) &&
        isAscending(steps.map(({ activeReferrals }) => activeReferrals)),
    ),
  );

export const settingDefinitions = {
  accountMonthCents: {
    // below 30 cents a month, a day of an account would cost nothing
    ...whole(30, 100_000),
    initial: monitoringAccountMonthCents,
    about: "price of a monitored account per month, in US cents",
  },
  freeAccounts: {
    ...whole(1, 10),
    initial: monitoringFreeAccounts,
    about: "monitored accounts that every client has free",
  },
  graceDays: {
    ...whole(1, 90),
    initial: serverGraceDays,
    about: "days after which a blocked server is revoked",
  },
  testServerDays: { ...whole(1, 30), initial: testServerDays, about: "days that a test server works" },
  rentalMonths: {
    schema: months,
    initial: [...rentalMonths],
    allowed: `a list in ascending order of ${rentalMonths.join(", ")}, with 1, such as [1,3,12]`,
    about: "rental periods on offer, in months",
  },
  promoDiscounts: {
    schema: promoDiscounts,
    initial: [
      { discount: 5, activeReferrals: 0 },
      { discount: 10, activeReferrals: 5 },
      { discount: 15, activeReferrals: 20 },
      { discount: 20, activeReferrals: 50 },
    ],
    allowed:
      'a list of 1 to 10 steps, both numbers ascending, discounts from 1 to 90, such as [{"discount":5,"activeReferrals":0}]',
    about: "discounts of promo codes in percent, and the active referrals that each requires",
  },
  departments: {
    schema: departmentsSchema,
    initial: defaultDepartments,
    allowed: `a list of 1 to 10, one of them open, with different ids of small letters and names of up to 40 characters, such as ${JSON.stringify(defaultDepartments.slice(0, 1))}; one with "isClosed":true takes no new tickets`,
    about: "departments that tickets are written to",
  },
};

export type SettingKey = keyof typeof settingDefinitions;
export const settingKeys = Object.keys(settingDefinitions) as [SettingKey, ...SettingKey[]];

export type BusinessSettings = {
  [K in SettingKey]: z.output<(typeof settingDefinitions)[K]["schema"]>;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Validates a value of a setting.
 *
 * @throws with a sentence that names the setting and its allowed values
 */
export function parseSetting<K extends SettingKey>(key: K, value: unknown): BusinessSettings[K] {
  const { schema, allowed, about } = settingDefinitions[key];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as BusinessSettings[K];
  throw new Error(`${key} (${about}) must be ${allowed}.`);
}

/** Reads a value as it is typed in a command, which is JSON: `200`, `[1,3,12]`. Throws as `parseSetting`. */
export const parseTypedSetting = (key: SettingKey, text: string) => parseSetting(key, jsonOf(text));
