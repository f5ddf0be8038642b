import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringRecipients as recipients } from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { invitationDays } from "#api/email/monitoring-templates";
import { isSame } from "#api/integrations/signature";
import { keyedMark, provingMarks } from "#api/lib/keyed-hash";
import type { Settings } from "#api/lib/settings";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { dayMilliseconds } from "#contract/day";
import type { RecipientKind, RecipientState } from "#contract/monitoring/notice-kinds";

export type RecipientRow = typeof recipients.$inferSelect;

/** The recipient of one email: the owner, or with `addedBy` (the owner's address) a second recipient. */
export type Addressed = { id: string; to: string; name: string; addedBy?: string; unsubscribe: string };

const macLength = 22;
const lifetime = invitationDays * dayMilliseconds;

const textOf = (id: string) => `invitation|${id}`;

/** Returns the path of the page where a second recipient accepts, below the cabinet's origin (docs/adr/0026). */
export const invitationPath = (settings: Pick<Settings, "secret">, id: string) =>
  `/online-monitoring/recipients/${keyedMark(settings, textOf(id)).slice(0, macLength)}.${id}`;

/**
 * Returns the row named by a link in an email; null for a token not issued here, a removed recipient, or an
 * unanswered invitation that has expired.
 */
export async function findInvitation(
  db: Database | Tx,
  settings: Pick<Settings, "secret" | "previousSecret">,
  token: string,
  now: Date,
): Promise<RecipientRow | null> {
  const [mac = "", id = ""] = token.split(".");
  if (!provingMarks(settings, textOf(id)).some((expected) => isSame(mac, expected.slice(0, macLength))))
    return null;
  const [row] = await db.select().from(recipients).where(eq(recipients.id, id));
  if (!row) return null;
  const isOver = row.invitedAt.getTime() + lifetime < now.getTime();
  return isOver && stateOf(row) === "waiting" ? null : row;
}

export const stateOf = ({ confirmedAt, stoppedAt }: RecipientRow): RecipientState =>
  stoppedAt ? "stopped" : confirmedAt ? "confirmed" : "waiting";

/** Returns an account's second recipient of such emails, whatever its state. */
export async function recipientOf(
  db: Database | Tx,
  accountId: string,
  recipientKind: RecipientKind,
): Promise<RecipientRow | null> {
  const [row] = await db
    .select()
    .from(recipients)
    .where(and(eq(recipients.accountId, accountId), eq(recipients.letters, recipientKind)));
  return row ?? null;
}

/** Returns the id of the second recipient of such emails, if confirmed and not stopped. */
export async function confirmedRecipientId(
  db: Database | Tx,
  accountId: string,
  recipientKind: RecipientKind,
): Promise<string | null> {
  const row = await recipientOf(db, accountId, recipientKind);
  return row && stateOf(row) === "confirmed" ? row.id : null;
}

/**
 * Returns the current address for the copy of an email; null if there was no second recipient or they have
 * unsubscribed since.
 */
export async function copyAddress(db: Database, recipientId: string | null): Promise<string | null> {
  if (!recipientId) return null;
  const [row] = await db.select().from(recipients).where(eq(recipients.id, recipientId));
  return row && stateOf(row) === "confirmed" ? row.email : null;
}

/**
 * Returns the path of the account's page for an email; undefined for a second recipient of a private account, who
 * cannot open it.
 */
export const pagePath = (
  { visibility, monitoringId }: Pick<Account, "visibility" | "monitoringId">,
  addedBy: string | undefined,
) => (addedBy && visibility === "private" ? undefined : `/online-monitoring/${monitoringId}`);

/** Returns the second recipient as shown to the owner. */
export const shownRecipient = (row: RecipientRow | null) => row && { email: row.email, state: stateOf(row) };
