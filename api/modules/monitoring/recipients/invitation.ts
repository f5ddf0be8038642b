import { and, eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { monitoringRecipients as recipients } from "#api/db/schema/monitoring-notices";
import type { Tx } from "#api/db/transaction";
import { invitationDays } from "#api/email/templates";
import { isSame } from "#api/integrations/signature";
import { keyedMark, provingMarks } from "#api/lib/keyed";
import type { Settings } from "#api/lib/settings";
import type { Account } from "#api/modules/monitoring/accounts/own-account";
import { dayMilliseconds } from "#contract/day";
import type { RecipientKind, RecipientState } from "#contract/monitoring/notice-kinds";

export type RecipientRow = typeof recipients.$inferSelect;

/** One letter's envelope: the owner's, or with `addedBy` (the owner's address) a second recipient's. */
export type Addressed = { id: string; to: string; name: string; addedBy?: string; unsubscribe: string };

const macLength = 22;
const lifetime = invitationDays * dayMilliseconds;

const textOf = (id: string) => `invitation|${id}`;

/** The address of the page where a second recipient says yes, below the cabinet's origin (docs/adr/0026). */
export const invitationPath = (settings: Pick<Settings, "secret">, id: string) =>
  `/online-monitoring/recipients/${keyedMark(settings, textOf(id)).slice(0, macLength)}.${id}`;

/** The row that a letter's link names; null for what was not made here, is removed, or was never answered and is too old. */
export async function findInvitation(
  db: Database | Tx,
  settings: Pick<Settings, "secret" | "previousSecret">,
  token: string,
  now: Date,
): Promise<RecipientRow | null> {
  const [mac = "", id = ""] = token.split(".");
  if (!provingMarks(settings, textOf(id)).some((wanted) => isSame(mac, wanted.slice(0, macLength))))
    return null;
  const [row] = await db.select().from(recipients).where(eq(recipients.id, id));
  if (!row) return null;
  const isOver = row.askedAt.getTime() + lifetime < now.getTime();
  return isOver && stateOf(row) === "waiting" ? null : row;
}

export const stateOf = ({ confirmedAt, stoppedAt }: RecipientRow): RecipientState =>
  stoppedAt ? "stopped" : confirmedAt ? "confirmed" : "waiting";

/** An account's second recipient of such letters, whatever its state. */
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

/** The id of the second recipient whom such letters are sent to: one who has confirmed and not stopped them. */
export async function confirmedRecipientId(
  db: Database | Tx,
  accountId: string,
  recipientKind: RecipientKind,
): Promise<string | null> {
  const row = await recipientOf(db, accountId, recipientKind);
  return row && stateOf(row) === "confirmed" ? row.id : null;
}

/** Where the copy of a letter goes now; null where nobody was to have one, or who was has left meanwhile. */
export async function copyAddress(db: Database, recipientId: string | null): Promise<string | null> {
  if (!recipientId) return null;
  const [row] = await db.select().from(recipients).where(eq(recipients.id, recipientId));
  return row && stateOf(row) === "confirmed" ? row.email : null;
}

/** The account's page in a letter: a private one is nothing to a second recipient. */
export const pagePath = (
  { visibility, monitoringId }: Pick<Account, "visibility" | "monitoringId">,
  addedBy: string | undefined,
) => (addedBy && visibility === "private" ? undefined : `/online-monitoring/${monitoringId}`);

/** What the owner is shown of the second recipient. */
export const shownRecipient = (row: RecipientRow | null) => row && { email: row.email, state: stateOf(row) };
