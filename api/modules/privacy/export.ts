import { and, eq, gt, isNull, lt, ne, or } from "drizzle-orm";
import * as z from "zod/mini";
import { noteSecurityEvent } from "#api/auth/events";
import { userOf } from "#api/auth/user-of";
import { isOutage } from "#api/db/outage";
import { dataExports } from "#api/db/schema/privacy";
import { transaction } from "#api/db/transaction";
import { exportDays } from "#api/email/account-templates";
import { sendMail } from "#api/email/send";
import { download } from "#api/http/download";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { enqueue } from "#api/queue/enqueue";
import { job } from "#api/queue/job";
import { removeFilesOf } from "#api/queue/remove-files";
import { daySeconds } from "#contract/day";
import * as contract from "#contract/privacy/index";
import { exportFiles } from "./write-export";
import { zipOf } from "./zip";

const requestsPerDay = 5;
const maxBytes = 2 * 1024 ** 3;
/** An export that no job has finished after this time may be requested again. */
const preparationTimeoutMs = daySeconds * 1000;
/** A file is kept this long after its download has started. */
const fetchMilliseconds = 60 * 60 * 1000;

export const exportState = handle(contract.exportState, async (_input, { client, clock, db }) => {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, client.id),
        or(isNull(dataExports.endsAt), gt(dataExports.endsAt, clock.now())),
      ),
    );
  if (!row) return { export: null };
  const { status, requestedAt, endsAt, bytes } = row;
  return {
    export: {
      status,
      requestedAt: requestedAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      bytes,
    },
  };
});

export const requestExport = handle(contract.requestExport, async (_input, context) => {
  const { client, clock, db, ids } = context;
  await consume(context, [{ key: `export:${client.id}`, limit: requestsPerDay, windowSeconds: daySeconds }]);
  const now = clock.now();
  await transaction(db, async (tx) => {
    const isOver = or(
      ne(dataExports.status, "preparing"),
      lt(dataExports.requestedAt, new Date(now.getTime() - preparationTimeoutMs)),
    );
    const before = await tx
      .delete(dataExports)
      .where(and(eq(dataExports.userId, client.id), isOver))
      .returning();
    const [created] = await tx
      .insert(dataExports)
      .values({ id: ids.id(), userId: client.id, status: "preparing", requestedAt: now })
      .onConflictDoNothing()
      .returning();
    // an export is already being prepared
    if (!created) return;
    await removeFilesOf(
      tx,
      before.map(({ fileId }) => fileId),
    );
    await enqueue(tx, prepareExport, { exportId: created.id });
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "dataExportRequested" });
  });
  return { ok: true } as const;
});

/**
 * Prepares an export, from the start if it was interrupted. Files without a row are deleted by a job
 * (`bootstrap/all-jobs.ts`).
 */
export const prepareExport = job(
  "privacy.prepare-export",
  z.object({ exportId: z.string() }),
  async ({ exportId }, deps) => {
    const { db, clock, files } = deps;
    const isPreparing = and(eq(dataExports.id, exportId), eq(dataExports.status, "preparing"));
    const [row] = await db.select().from(dataExports).where(isPreparing);
    if (!row) return;
    const { id: fileId, bytes } = await files.put(zipOf(exportFiles(deps, row.userId)), { limit: maxBytes });
    const endsAt = new Date(clock.now().getTime() + exportDays * daySeconds * 1000);
    const isStored = await transaction(db, async (tx) => {
      const updated = await tx
        .update(dataExports)
        .set({ status: "ready", fileId, bytes, endsAt })
        .where(isPreparing)
        .returning();
      if (updated.length === 0) return false;
      const { email: to, name, language } = await userOf(tx, row.userId);
      const values = { name, dataUntil: endsAt.toISOString() };
      await sendMail(deps, tx, { to, language, template: "dataReady", values });
      return true;
    }).catch(async (error: unknown) => {
      // after an outage it is unknown whether the transaction committed; the sweep removes files without a row
      if (!isOutage(error)) await files.remove(fileId);
      throw error;
    });
    if (!isStored) await files.remove(fileId);
  },
  { lane: "slow" },
);

/**
 * Downloads the export once; a repeat gets an error that says to request another. The file itself stays long enough
 * for a slow connection.
 */
export const fetchExport = handle(contract.fetchExport, async (_input, context) => {
  const { client, clock, db, files } = context;
  const now = clock.now();
  const fileId = await transaction(db, async (tx) => {
    const [row] = await tx
      .update(dataExports)
      .set({ status: "fetched", fetchedAt: now })
      .where(
        and(eq(dataExports.userId, client.id), eq(dataExports.status, "ready"), gt(dataExports.endsAt, now)),
      )
      .returning();
    if (!row) return null;
    await noteSecurityEvent(context, tx, { userId: client.id, kind: "dataExportFetched" });
    return row.fileId;
  });
  const file = fileId && (await files.open(fileId));
  if (!file) throw new ApiError(404, "exportGone");
  return download(file, { name: `data-${now.toISOString().slice(0, 10)}.zip`, kind: "application/zip" });
});

/** Removes files that were downloaded or have expired. */
export const expireExports = job("privacy.expire-exports", z.object({}), async (_input, deps) => {
  const { db, clock } = deps;
  const now = clock.now();
  const isOver = or(
    lt(dataExports.endsAt, now),
    lt(dataExports.fetchedAt, new Date(now.getTime() - fetchMilliseconds)),
  );
  await transaction(db, async (tx) => {
    const over = await tx.delete(dataExports).where(isOver).returning({ fileId: dataExports.fileId });
    await removeFilesOf(
      tx,
      over.map(({ fileId }) => fileId),
    );
  });
});
