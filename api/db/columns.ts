import { customType, timestamp } from "drizzle-orm/pg-core";
import type { Decimal } from "#statements/decimal";
import { formatDecimal, parseDecimal } from "#statements/decimal";

/** An exact decimal: `numeric(28,8)` in the database, a `Decimal` here. */
export const decimal = customType<{ data: Decimal; driverData: string }>({
  dataType: () => "numeric(28,8)",
  toDriver: (value) => formatDecimal(value, 8),
  fromDriver: (text) => {
    const value = parseDecimal(text);
    if (value === null) throw new RangeError(`not a decimal: ${text}`);
    return value;
  },
});

/** A point in time: `timestamptz` in the database, a `Date` here. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });
