import { eq, sql } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { handle } from "#api/http/handle";
import { ApiError } from "#api/lib/api-error";
import { canView, revision } from "#api/modules/monitoring/accounts/own-account";
import { isDirty } from "#api/modules/monitoring/history/dirty-ranges";
import { pausedAt } from "#api/modules/monitoring/subscription/periods";
import * as contract from "#contract/monitoring/index";

/**
 * Returns a version from one read of the account's row, which every post of its terminal and every change by its
 * owner writes. It is a hash of the row without the view count, which each view would change. A dirty account has
 * version null: the viewer of the page sums it up.
 */
export const pageVersion = handle(contract.pageVersion, async ({ monitoringId }, { db, clock, client }) => {
  const [row] = await db
    .select({
      userId: accounts.userId,
      visibility: accounts.visibility,
      dirtyFrom: accounts.dirtyFrom,
      equityDirtyFrom: accounts.equityDirtyFrom,
      coverageDirtyFrom: accounts.coverageDirtyFrom,
      revision,
      version: sql<string>`md5((to_jsonb(${accounts}) - 'views')::text || (${pausedAt(clock.now())})::text)`,
    })
    .from(accounts)
    .where(eq(accounts.monitoringId, monitoringId));
  if (!row || !canView(row, client?.id ?? null)) throw new ApiError(404, "notFound");
  return { version: isDirty(row) ? null : row.version, revision: row.revision };
});
