import { and, eq } from "drizzle-orm";
import { monitoringAccounts as accounts } from "#api/db/schema/monitoring";
import { monitoringRecipients as recipients } from "#api/db/schema/monitoring-notices";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { sendMail } from "#api/email/send";
import type { Handler } from "#api/http/handle";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { ownAccount } from "#api/modules/monitoring/accounts/own-account";
import { unsubscribeAddress } from "#api/modules/monitoring/unsubscribe/token";
import { daySeconds } from "#contract/day";
import * as contract from "#contract/monitoring/recipients";
import type { RecipientRow } from "./invitation";
import { findInvitation, invitationPath, recipientOf, stateOf } from "./invitation";

const ok = { ok: true } as const;

/** These emails go to strangers: 5 an hour per client, and 3 a day per address, whoever sends them. */
const maxPerHour = 5;
const maxPerDay = 3;

const setRecipient = handle(contract.setRecipient, async ({ monitoringId, letters, email }, deps) => {
  const { db, client, clock, ids, settings } = deps;
  const [owner] = await db.select().from(users).where(eq(users.id, client.id));
  const account = await transaction(db, (tx) => ownAccount(tx, client, monitoringId));
  if (owner?.email.toLowerCase() === email)
    throw new ApiError(422, "recipientIsOwner", { fields: { email: "recipientIsOwner" } });
  const before = await recipientOf(db, account.id, letters);
  if (before?.email === email && stateOf(before) === "confirmed") return ok;
  await consume(deps, [
    { key: `recipient:${client.id}`, limit: maxPerHour, windowSeconds: daySeconds / 24 },
    { key: `recipient:${email}`, limit: maxPerDay, windowSeconds: daySeconds },
  ]);
  await transaction(db, async (tx) => {
    await tx
      .delete(recipients)
      .where(and(eq(recipients.accountId, account.id), eq(recipients.letters, letters)));
    const row = { id: ids.id(), accountId: account.id, letters, email, invitedAt: clock.now() };
    const [inserted] = await tx.insert(recipients).values(row).onConflictDoNothing().returning();
    // a concurrent request has already invited them
    if (!inserted || !owner) return;
    await sendMail(deps, tx, {
      to: email,
      language: deps.language,
      template: "recipientInvited",
      values: {
        name: "",
        addedBy: owner.email,
        number: account.number,
        letters: letters === "reports" ? "Reports" : "Alerts",
        path: invitationPath(settings, inserted.id),
      },
      unsubscribe: unsubscribeAddress(settings, inserted.id, "recipient"),
    });
  });
  return ok;
});

const removeRecipient = handle(
  contract.removeRecipient,
  async ({ monitoringId, letters }, { db, client }) => {
    await transaction(db, async (tx) => {
      const account = await ownAccount(tx, client, monitoringId);
      await tx
        .delete(recipients)
        .where(and(eq(recipients.accountId, account.id), eq(recipients.letters, letters)));
    });
    return ok;
  },
);

const requireInvitation = (row: RecipientRow | null): RecipientRow => {
  if (!row) throw new ApiError(404, "invitationInvalid");
  return row;
};

const readInvitation = handle(contract.readInvitation, async ({ token }, { db, settings, clock }) => {
  const row = requireInvitation(await findInvitation(db, settings, token, clock.now()));
  const [account] = await db
    .select({ number: accounts.number, from: users.email })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(accounts.id, row.accountId));
  if (!account) throw new ApiError(404, "invitationInvalid");
  const { letters, email } = row;
  return { letters, email, state: stateOf(row), from: account.from, accountNumber: account.number };
});

/** Accepts an invitation, even after a stop: the link proves access to the mailbox. */
const acceptInvitation = handle(contract.acceptInvitation, async ({ token }, { db, settings, clock }) => {
  const now = clock.now();
  await transaction(db, async (tx) => {
    const { id } = requireInvitation(await findInvitation(tx, settings, token, now));
    await tx.update(recipients).set({ confirmedAt: now, stoppedAt: null }).where(eq(recipients.id, id));
  });
  return ok;
});

export const recipientRoutes: readonly Handler[] = [
  setRecipient,
  removeRecipient,
  readInvitation,
  acceptInvitation,
];
