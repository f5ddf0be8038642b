import { AsyncResource } from "node:async_hooks";
import { and, eq } from "drizzle-orm";
import { monitoringImports as imports } from "#api/db/schema/monitoring-notices";
import type { Deps } from "#api/deps";
import type { Tell } from "#statements/progress";

/** Several times as often as a page asks. */
const pause = 250;

/**
 * Notes how far an upload's work is, for its page. On a connection of its own, as the work's transaction shows nothing before it is
 * through; so that transaction must not hold the upload's row. The work does not wait for the note: it holds a connection already.
 */
export function progressOf({ db }: Pick<Deps, "db">, importId: string, state: "reading" | "importing"): Tell {
  let noted = Number.NEGATIVE_INFINITY;
  const note = AsyncResource.bind(async (share: number) => {
    await db
      .update(imports)
      .set({ progress: Math.min(99, Math.floor(share * 100)) })
      .where(and(eq(imports.id, importId), eq(imports.state, state)));
  });
  return async (share) => {
    const now = performance.now();
    if (now - noted < pause) return;
    noted = now;
    note(share).catch(() => {}); // a page that shows an older share is no fault of the work
  };
}
