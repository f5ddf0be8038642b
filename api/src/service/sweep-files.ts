import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "#api/db/connect";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { avatars } from "#api/db/schema/profile";
import { ticketFiles } from "#api/db/schema/support";
import { job } from "#api/jobs/job";
import { chunks } from "#api/values/chunks";
import { dayMilliseconds } from "#contract/day";

/** As many ids in one question. */
const idsAtOnce = 5_000;

/** Kills and outages leave a handful; where there are more, the store is not this database's alone, or the database is an older one. */
const orphansMax = 200;

/** Which of these files no row knows: every table that names files stands here. */
async function unknownOf(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select unnest(${sql.param(ids)}::text[]) as id
    except select ${ticketFiles.storeId} from ${ticketFiles}
    except select ${monitoringImports.fileId} from ${monitoringImports}
    except select size.value from ${avatars}, jsonb_each_text(${avatars.files}) size`);
  return rows.map(({ id }) => id);
}

/**
 * Removes files that were put more than a day ago and that no row knows: a process was killed between a file and its row, or a database
 * that went away in a commit left unsaid what had become of it. Too many of them are left to an operator.
 */
export const sweepFiles = job(
  "sweep-files",
  z.object({}),
  async (_, { db, clock, files, log }) => {
    const old: string[] = [];
    for await (const id of files.list(new Date(clock.now().getTime() - dayMilliseconds))) old.push(id);
    const orphans: string[] = [];
    for (const ids of chunks(old, idsAtOnce)) orphans.push(...(await unknownOf(db, ids)));
    if (orphans.length > orphansMax) {
      log.error({ files: orphans.length }, "so many files that no row knows are not removed");
      return;
    }
    for (const id of orphans) await files.remove(id);
    if (orphans.length > 0) log.warn({ files: orphans.length }, "files that no row knew were removed");
  },
  { lane: "slow" },
);
