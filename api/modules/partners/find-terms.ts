import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import { partnerTerms } from "#api/db/schema/partners";
import type { Tx } from "#api/db/transaction";
import type { Terms } from "./terms";
import { defaultTerms } from "./terms";

/** Returns the terms set by the operator, or the initial terms of the program. */
export const findTerms = cachePerRequest("partner terms", async (db: Database | Tx): Promise<Terms> => {
  const [row] = await db.select().from(partnerTerms);
  if (!row) return defaultTerms;
  return {
    percents: { 1: row.percent1, 2: row.percent2, 3: row.percent3 },
    minWithdrawalCents: row.minWithdrawalCents,
    clearingDays: row.clearingDays,
  };
});
