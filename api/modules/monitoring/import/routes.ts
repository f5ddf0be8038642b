import { and, eq, inArray } from "drizzle-orm";
import type { SignedIn } from "#api/auth/sessions";
import { isOutage } from "#api/db/outage";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringImports as imports } from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import type { ErrorCode } from "#api/lib/api-error";
import { ApiError } from "#api/lib/api-error";
import { withTimeout } from "#api/lib/timeout";
import { errorText } from "#api/lib/translations";
import { ownAccount, readOwnAccount } from "#api/modules/monitoring/accounts/own-account";
import { enqueue } from "#api/queue/enqueue";
import { removeFilesOf } from "#api/queue/remove-files";
import type { Language } from "#contract/languages";
import * as contract from "#contract/monitoring/import";
import { clockOf, readZone } from "#statements/clock";
import { parseDecimal } from "#statements/decimal";
import { statementMaxBytes } from "#statements/kinds";
import type { FileProblem } from "#statements/problem";
import { zoneRuleName } from "#statements/time-zone";
import { readUpload, readUploadJob, runImport, runImportJob } from "./jobs";
import { problemText, storedProblem } from "./problem-text";
import { takenOverAt } from "./timeouts";

/** Histories with more entries are imported by a worker while their page shows the progress. */
const inlineEntries = 5_000;

const ok = { ok: true } as const;

const ofAccount = (accountId: string, importId: string) =>
  and(eq(imports.id, importId), eq(imports.accountId, accountId));

async function ownImport(tx: Tx, client: SignedIn, monitoringId: string, importId: string) {
  const account = await ownAccount(tx, client, monitoringId);
  const [row] = await tx.select().from(imports).where(ofAccount(account.id, importId)).for("update");
  if (!row) throw new ApiError(404, "notFound");
  return { account, row };
}

/** Returns a rule's name in the form: the rule of most brokers has a special name. */
const shownZone = (rule: string) => (rule === "US+02:00" ? "new-york-close" : rule);

const importForm = handle(contract.importForm, async ({ monitoringId }, { db, client, clock }) => {
  const account = await readOwnAccount(db, client, monitoringId);
  const { name: accountName, number, heardAt, gmtOffset, zone } = account;
  const now = clock.now().getTime();
  // a terminal whose clock matches New York's close now follows it in the other half of the year, too
  const followsNewYork = !heardAt || clockOf(readZone("new-york-close"))(now + gmtOffset * 1000) === now;
  const offset = zoneRuleName({ base: Math.round(gmtOffset / 3600) * 60, summer: null });
  return { accountName, number, zone: zone ? shownZone(zone) : followsNewYork ? "new-york-close" : offset };
});

const uploadStatement = handle(contract.uploadStatement, async ({ monitoringId, file, zone }, deps) => {
  const { db, client, clock, ids, files, language, log } = deps;
  const account = await transaction(db, (tx) => ownAccount(tx, client, monitoringId));
  const importId = ids.id();
  const createdAt = clock.now();
  // anything thrown from here on must remove the stored file
  const stored = await files.put(file.stream(), { limit: statementMaxBytes });
  const isSmall = file.size <= contract.statementInlineBytes;
  await transaction(db, async (tx) => {
    // the account may have been deleted during the upload
    const [found] = await tx.select().from(accounts).where(eq(accounts.id, account.id)).for("key share");
    if (!found) throw new ApiError(404, "notFound");
    // a new upload replaces those not yet confirmed
    const waiting = and(
      eq(imports.accountId, account.id),
      inArray(imports.state, ["reading", "ready", "failed"]),
    );
    const old = await tx.delete(imports).where(waiting).returning({ fileId: imports.fileId });
    await removeFilesOf(
      tx,
      old.map(({ fileId }) => fileId),
    );
    const row = { id: importId, accountId: account.id, createdAt, fileId: stored.id, zone };
    await tx
      .insert(imports)
      .values({ ...row, fileName: file.name.slice(0, 200) || "statement", state: "reading" });
    // the request itself reads a small file as far as its time allows; a worker takes over the rest
    const startAfter = isSmall ? takenOverAt(clock.now()) : undefined;
    await enqueue(tx, readUploadJob, { importId }, { key: importId, startAfter });
  }).catch(async (error: unknown) => {
    // after an outage it is unknown whether the transaction committed; a file without a row is deleted later
    if (!isOutage(error)) await files.remove(stored.id);
    throw error;
  });
  if (isSmall) {
    const problem = await withTimeout(readUpload(deps, importId), (error) =>
      log.error({ err: error }, "import"),
    );
    const [row] = await db.select({ id: imports.id }).from(imports).where(eq(imports.id, importId));
    // deleted with its account in the meantime, or replaced by another upload
    if (!row) throw new ApiError(404, "notFound");
    if (problem && problem !== "later") {
      await transaction(db, async (tx) => {
        await tx.delete(imports).where(eq(imports.id, importId));
        await removeFilesOf(tx, [stored.id]);
      });
      throw fileProblemError(problem, language);
    }
  }
  return { importId };
});

/** Returns a 422 with the problem under the form's file field and its position. */
function fileProblemError(problem: FileProblem, language: Language): ApiError {
  const stored = storedProblem(problem);
  const { line, column, heading } = stored.values;
  const key =
    heading && column ? "importAtHeading" : column ? "importAtColumn" : line ? "importAtLine" : stored.code;
  const details = { ...stored.values, problem: errorText(language, stored.code, stored.values) };
  return new ApiError(422, key as ErrorCode, { fields: { file: key }, details });
}

const readImport = handle(
  contract.readImport,
  async ({ monitoringId, importId }, { db, client, language }) => {
    const account = await readOwnAccount(db, client, monitoringId);
    const [row] = await db.select().from(imports).where(ofAccount(account.id, importId));
    if (!row) throw new ApiError(404, "notFound");
    const { fileName, zone, state, progress, preview, addedTrades, addedOperations, problem } = row;
    return {
      importId,
      fileName,
      zone,
      state,
      progress,
      preview,
      addedTrades,
      addedOperations,
      accountName: account.name,
      problem: problem && problemText(language, problem),
    };
  },
);

const confirmImport = handle(contract.confirmImport, async (input, deps) => {
  const { monitoringId, importId } = input;
  const isInline = await transaction(deps.db, async (tx) => {
    const { row } = await ownImport(tx, deps.client, monitoringId, importId);
    if (row.state === "imported" || row.state === "importing") return false;
    if (row.state !== "ready" || !row.preview) throw new ApiError(409, "importNotReady");
    const { preview } = row;
    if (preview.reversedCount && !input.leaveOut)
      throw new ApiError(422, "leaveOutRows", { fields: { leaveOut: "leaveOutRows" } });
    const openingBalance = preview.asksOpening ? parseDecimal(input.openingBalance ?? "") : null;
    await tx
      .update(imports)
      .set({ state: "importing", progress: 0, openingBalance })
      .where(eq(imports.id, importId));
    const isShort = preview.trades + preview.operations <= inlineEntries;
    // always enqueued: if this process dies now, a worker finishes what was confirmed
    const startAfter = isShort ? takenOverAt(deps.clock.now()) : undefined;
    await enqueue(tx, runImportJob, { importId }, { key: importId, startAfter });
    return isShort;
  });
  if (isInline)
    await withTimeout(runImport(deps, importId), (error) => deps.log.error({ err: error }, "import"));
  return ok;
});

const discardImport = handle(contract.discardImport, async ({ monitoringId, importId }, { db, client }) => {
  await transaction(db, async (tx) => {
    const { row } = await ownImport(tx, client, monitoringId, importId);
    if (row.state === "importing" || row.state === "imported") throw new ApiError(409, "importDecided");
    await tx.delete(imports).where(eq(imports.id, importId));
    await removeFilesOf(tx, [row.fileId]);
  });
  return ok;
});

export const importRoutes: readonly Handler[] = [
  importForm,
  uploadStatement,
  readImport,
  confirmImport,
  discardImport,
];
