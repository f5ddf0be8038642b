import * as z from "zod/mini";
import { cents, timestamp } from "#contract/fields";

/** Values of the rows that operations return. */

/** A sum of money, in hundredths of its currency; with `sign` a positive one has a plus sign. */
export const money = z.object({ cents, currency: z.string(), sign: z.optional(z.boolean()) });
export type Money = z.output<typeof money>;

/** Returns whether a value is a sum of money. */
export const isMoney = (value: unknown): value is Money => z.safeParse(money, value).success;

/** A day in UTC, `YYYY-MM-DD`. */
export const utcDay = z.object({ day: z.iso.date() });
export type UtcDay = z.output<typeof utcDay>;

/** A moment, ISO 8601 in UTC. */
export const moment = z.object({ time: timestamp });
export type Moment = z.output<typeof moment>;

/** A text is shown as it is: nothing is read from its form. */
const part = z.union([z.string(), money, utcDay, moment]);

/** A list is written without separators: `[{cents, currency}, " (20%)"]`. */
const operationValue = z.union([part, z.number(), z.boolean(), z.null(), z.array(part)]);
export type OperationValue = z.output<typeof operationValue>;

export const operationRow = z.record(z.string(), operationValue);
export type OperationRow = z.output<typeof operationRow>;
