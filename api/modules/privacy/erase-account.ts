import { eq, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringImports } from "#api/db/schema/monitoring-notices";
import { dataExports } from "#api/db/schema/privacy";
import { avatars } from "#api/db/schema/profile";
import { ticketFiles, tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import type { Deps } from "#api/deps";
import { job } from "#api/queue/job";

const ticketsAtOnce = 100;

/**
 * Removes the rest of a deleted account: trading accounts, tickets, pictures and all their files. A repeated run
 * continues where the last one stopped.
 */
export const eraseAccount = job(
  "privacy.erase-account",
  z.object({ userId: z.string() }),
  async ({ userId }, deps) => {
    const { db } = deps;
    const [user] = await db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId));
    if (!user?.deletedAt) return;
    await eraseMonitoring(deps, userId);
    while (await eraseTickets(deps, userId));
    const pictures = await db.select().from(avatars).where(eq(avatars.userId, userId));
    await removeFiles(
      deps,
      pictures.flatMap(({ files }) => Object.values(files)),
    );
    await db.delete(avatars).where(eq(avatars.userId, userId));
    const copies = await db.select().from(dataExports).where(eq(dataExports.userId, userId));
    await removeFiles(
      deps,
      copies.map(({ fileId }) => fileId),
    );
    await db.delete(dataExports).where(eq(dataExports.userId, userId));
  },
  { lane: "slow" },
);

/** Removes files before their rows, so that a run after a kill still finds the rows. */
async function removeFiles({ files }: Deps, ids: readonly (string | null)[]): Promise<void> {
  for (const id of ids) if (id) await files.remove(id);
}

/** Deletes one account after the other, because each may have a million rows. */
async function eraseMonitoring(deps: Deps, userId: string): Promise<void> {
  const { db } = deps;
  const accounts = await db
    .select({ id: monitoringAccounts.id })
    .from(monitoringAccounts)
    .where(eq(monitoringAccounts.userId, userId));
  for (const { id } of accounts) {
    const uploads = await db
      .select({ fileId: monitoringImports.fileId })
      .from(monitoringImports)
      .where(eq(monitoringImports.accountId, id));
    await removeFiles(
      deps,
      uploads.map(({ fileId }) => fileId),
    );
    await db.delete(monitoringAccounts).where(eq(monitoringAccounts.id, id));
  }
}

/** Deletes a batch of tickets; returns false if none was left. */
async function eraseTickets(deps: Deps, userId: string): Promise<boolean> {
  const { db } = deps;
  const some = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.userId, userId))
    .limit(ticketsAtOnce);
  if (some.length === 0) return false;
  const ids = some.map(({ id }) => id);
  const remainingFiles = await db
    .select({ storeId: ticketFiles.storeId })
    .from(ticketFiles)
    .where(inArray(ticketFiles.ticketId, ids));
  await removeFiles(
    deps,
    remainingFiles.map(({ storeId }) => storeId),
  );
  await db.delete(tickets).where(inArray(tickets.id, ids));
  return true;
}
