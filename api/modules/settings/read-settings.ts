import type { SQL } from "drizzle-orm";
import { desc, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { preparedQuery } from "#api/db/prepared-query";
import { cachePerRequest } from "#api/db/request-cache";
import { settings } from "#api/db/schema/settings";
import type { Tx } from "#api/db/transaction";
import type { BusinessSettings, SettingKey } from "./business-settings";
import { parseSetting, settingDefinitions, settingKeys } from "./business-settings";

const storedQuery = preparedQuery((db: Database | Tx) =>
  db
    .select({ key: settings.key, value: settings.value, holdsFrom: settings.holdsFrom })
    .from(settings)
    .orderBy(desc(settings.id)),
);

/** All stored values, newest first; there are few, because an owner sets each by hand. */
const storedSettings = cachePerRequest("settings", async (db: Database | Tx) => storedQuery(db).execute());

/**
 * Returns the business settings at a moment, the defaults where none is set.
 *
 * @throws if the database has a value that is not allowed, which only SQL written by hand can store
 */
export async function businessSettings(db: Database | Tx, at: Date): Promise<BusinessSettings> {
  const stored = await storedSettings(db);
  const currentValue = (key: SettingKey) => {
    const newest = stored.find((row) => row.key === key && row.holdsFrom <= at);
    return newest ? parseSetting(key, newest.value) : settingDefinitions[key].initial;
  };
  return Object.fromEntries(settingKeys.map((key) => [key, currentValue(key)])) as BusinessSettings;
}

/**
 * The current value of a setting as `jsonb` inside a query, which saves a round trip. Not for the price of an account,
 * which may be announced for a later day.
 */
export const currentSetting = (key: Exclude<SettingKey, "accountMonthCents">): SQL =>
  sql`coalesce((select ${settings.value} from ${settings} where ${settings.key} = ${key} order by ${settings.id} desc limit 1),
    ${JSON.stringify(settingDefinitions[key].initial)}::jsonb)`;

/** The number of free accounts, inside a query. */
export const currentFreeAccounts = sql<number>`(${currentSetting("freeAccounts")})::int`;
