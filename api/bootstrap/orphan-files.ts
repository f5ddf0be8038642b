import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { avatars } from "#api/db/schema/profile";
import { ticketFiles } from "#api/db/schema/support";
import type { Deps } from "#api/deps";
import { job } from "#api/queue/job";
import { dayMilliseconds } from "#contract/day";

/** As many ids in one question. */
const idsAtOnce = 5_000;

/** Which of these files no row knows: every table that names files stands here. */
async function unknownOf(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select unnest(${sql.param(ids)}::text[]) as id
    except select ${ticketFiles.storeId} from ${ticketFiles}
    except select ${monitoringImports.fileId} from ${monitoringImports}
    except select size.value from ${avatars}, jsonb_each_text(${avatars.files}) size`);
  return rows.map(({ id }) => id);
}

async function removeUnknown(
  { db, files }: Pick<Deps, "db" | "files">,
  ids: readonly string[],
): Promise<number> {
  const unknown = await unknownOf(db, ids);
  for (const id of unknown) await files.remove(id);
  return unknown.length;
}

/**
 * Removes files that were put more than a day ago and that no row knows, in batches until none is left: a process was killed between a
 * file and its row, or a database that went away in a commit left unsaid what had become of it. A store belongs to one database:
 * `npm run restore` takes an empty store and fills it with the backup's own files, so that no database meets the files of a newer one;
 * who puts an older database beside a store by hand has a day to notice.
 */
export const deleteOrphanFiles = job(
  "sweep-files",
  z.object({}),
  async (_, deps) => {
    const { clock, files, log } = deps;
    let removed = 0;
    let batch: string[] = [];
    for await (const id of files.list(new Date(clock.now().getTime() - dayMilliseconds))) {
      batch.push(id);
      if (batch.length < idsAtOnce) continue;
      removed += await removeUnknown(deps, batch);
      batch = [];
    }
    removed += await removeUnknown(deps, batch);
    if (removed > 0) log.warn({ files: removed }, "files that no row knew were removed");
  },
  { lane: "slow" },
);
