import * as z from "zod/mini";
import { answer, OperatorError } from "#api/lib/answer";
import {
  monitoringAccountMonthCents,
  monitoringFreeAccounts,
  rentalMonths,
  serverGraceDays,
  testServerDays,
} from "#contract/rules";
import { defaultDepartments, departmentsSchema } from "./departments";
import { settingText } from "./setting-text";

/**
 * The business settings: what an owner may change without a release. Of each: its schema, what it is, and its
 * allowed values in words, for the sentence that rejects another one.
 */

const whole = (min: number, max: number) => ({
  schema: z.int().check(z.minimum(min), z.maximum(max)),
  allowed: answer("allowedWhole", { min, max }),
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
    schema: whole(30, 100_000).schema,
    allowed: answer("allowedPrice", {
      min: 30,
      max: 100_000,
      minCents: 30,
      maxCents: 100_000,
    }),
    initial: monitoringAccountMonthCents,
    about: answer("settingAccountMonthCents"),
  },
  freeAccounts: {
    ...whole(1, 10),
    initial: monitoringFreeAccounts,
    about: answer("settingFreeAccounts"),
  },
  graceDays: {
    ...whole(1, 90),
    initial: serverGraceDays,
    about: answer("settingGraceDays"),
  },
  testServerDays: { ...whole(1, 30), initial: testServerDays, about: answer("settingTestServerDays") },
  rentalMonths: {
    schema: months,
    initial: [...rentalMonths],
    allowed: answer("allowedMonths", {
      months: rentalMonths.join(", "),
      example: settingText("rentalMonths", [1, 3, 12], ", "),
    }),
    about: answer("settingRentalMonths"),
  },
  promoDiscounts: {
    schema: promoDiscounts,
    initial: [
      { discount: 5, activeReferrals: 0 },
      { discount: 10, activeReferrals: 5 },
      { discount: 15, activeReferrals: 20 },
      { discount: 20, activeReferrals: 50 },
    ],
    allowed: answer("allowedDiscounts", {
      ...promoDiscountBounds,
      example: settingText("promoDiscounts", [{ discount: 5, activeReferrals: 0 }]),
    }),
    about: answer("settingPromoDiscounts"),
  },
  departments: {
    schema: departmentsSchema,
    initial: defaultDepartments,
    allowed: answer("allowedDepartments", {
      example: settingText("departments", defaultDepartments.slice(0, 1)),
    }),
    about: answer("settingDepartments"),
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
  throw new OperatorError("settingInvalid", { key, about, allowed });
}

/** Reads a value as it is typed in a command, which is JSON: `200`, `[1,3,12]`. Throws as `parseSetting`. */
export const parseTypedSetting = (key: SettingKey, text: string) => parseSetting(key, jsonOf(text));
