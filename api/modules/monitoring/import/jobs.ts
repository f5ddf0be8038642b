import { AsyncResource } from "node:async_hooks";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringImports as imports } from "#api/db/schema/monitoring-notices";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { job } from "#api/queue/job";
import { removeFilesOf } from "#api/queue/remove-files";
import { readZone } from "#statements/clock";
import type { Decimal } from "#statements/decimal";
import { FileProblem } from "#statements/problem";
import type { ReportProgress } from "#statements/progress";
import { partOf } from "#statements/progress";
import type { Statement } from "#statements/statement";
import { mergeStatement, spanOf } from "./merge";
import { previewOf } from "./preview";
import { storedProblem } from "./problem-text";
import { readInWorker } from "./read-in-worker";

/** Milliseconds; several times as often as a page polls. */
const pause = 250;

/**
 * Returns a function that stores the progress of an upload for its page. It uses a separate connection, because
 * changes of the work's transaction are invisible until commit; so that transaction must not lock the upload's row.
 * The work does not wait for the write, because it already holds a connection.
 */
function progressOf(
  { db }: Pick<Deps, "db">,
  importId: string,
  state: "reading" | "importing",
): ReportProgress {
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

type Import = typeof imports.$inferSelect;
type ImportDeps = Pick<Deps, "db" | "files" | "clock">;

const byId = z.object({ importId: z.string() });

async function statementOf(
  { files }: Pick<Deps, "files">,
  { fileId, zone }: Pick<Import, "fileId" | "zone">,
  reportProgress: ReportProgress,
): Promise<Statement> {
  const load = async () => {
    const file = fileId ? await files.open(fileId) : null;
    if (!file) throw new FileProblem("importBroken");
    return new Uint8Array(await new Response(file.stream).arrayBuffer());
  };
  return readInWorker(load, readZone(zone), reportProgress);
}

const find = async ({ db }: Pick<Deps, "db">, importId: string): Promise<Import | undefined> =>
  (await db.select().from(imports).where(eq(imports.id, importId)))[0];

/** Reads an upload and stores its content or its problem. A repeated run finds it done. */
export async function readUpload(deps: ImportDeps, importId: string): Promise<FileProblem | null> {
  const row = await find(deps, importId);
  if (row?.state !== "reading") return null;
  try {
    const statement = await statementOf(deps, row, progressOf(deps, importId, "reading"));
    await transaction(deps.db, async (tx) => {
      const [account] = await tx.select().from(accounts).where(eq(accounts.id, row.accountId));
      if (!account) return;
      const preview = await previewOf(tx, account, statement, deps.clock.now());
      await tx
        .update(imports)
        .set({ state: "ready", preview })
        .where(and(eq(imports.id, importId), eq(imports.state, "reading")));
    });
    return null;
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    await transaction(deps.db, (tx) =>
      tx
        .update(imports)
        .set({ state: "failed", problem: storedProblem(error) })
        .where(eq(imports.id, importId)),
    );
    return error;
  }
}

/** Returns a statement with the opening balance that the client entered; the file's own opening takes precedence. */
function withOpening(statement: Statement, amount: Decimal | null): Statement {
  if (amount === null || statement.opening) return statement;
  return { ...statement, opening: { amount, time: spanOf(statement).from, from: "balance" } };
}

/** Approximate share of an import's work spent on reading the file again. */
const shareOfReading = 0.3;

/** Imports what was confirmed, all or nothing. A repeated run finds it done. */
export async function runImport(deps: ImportDeps, importId: string): Promise<void> {
  const row = await find(deps, importId);
  if (row?.state !== "importing") return;
  const reportProgress = progressOf(deps, importId, "importing");
  const statement = await statementOf(deps, row, partOf(reportProgress, 0, shareOfReading)).catch(
    async (error) => {
      // deleted with its account in the meantime, and its file too
      if (!(await find(deps, importId))) return null;
      throw error;
    },
  );
  if (!statement) return;
  await transaction(deps.db, async (tx) => {
    // a second worker waits here and then finds it imported; this does not lock the row, because its progress is
    // written meanwhile
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, 0))`);
    const [now] = await tx
      .select({ state: imports.state, openingBalance: imports.openingBalance })
      .from(imports)
      .where(eq(imports.id, importId));
    if (now?.state !== "importing") return;
    const file = withOpening(statement, now.openingBalance);
    const added = await mergeStatement(tx, row.accountId, file, partOf(reportProgress, shareOfReading, 1));
    await tx
      .update(imports)
      .set({ state: "imported", addedTrades: added.trades, addedOperations: added.operations, fileId: null })
      .where(eq(imports.id, importId));
    await removeFilesOf(tx, [row.fileId]);
  });
}

export const readUploadJob = job(
  "monitoring.read-upload",
  byId,
  async ({ importId }, deps) => void (await readUpload(deps, importId)),
  { lane: "slow", retries: 3 },
);

export const runImportJob = job(
  "monitoring.run-import",
  byId,
  ({ importId }, deps) => runImport(deps, importId),
  {
    lane: "slow",
    retries: 3,
  },
);

const retentionHours = 24;

/**
 * Deletes uploads that were not confirmed within a day, with their files; finished imports are remembered for a
 * month.
 */
export const expireImports = job("monitoring.expire-imports", z.object({}), async (_payload, deps) => {
  const now = deps.clock.now().getTime();
  const undecided = and(
    inArray(imports.state, ["reading", "ready", "failed"]),
    lt(imports.createdAt, new Date(now - retentionHours * 3_600_000)),
  );
  await transaction(deps.db, async (tx) => {
    const rows = await tx.delete(imports).where(undecided).returning({ fileId: imports.fileId });
    await removeFilesOf(
      tx,
      rows.map(({ fileId }) => fileId),
    );
    await tx.delete(imports).where(lt(imports.createdAt, new Date(now - 30 * retentionHours * 3_600_000)));
  });
});
