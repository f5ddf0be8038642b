import "#api/cli/load-env";
import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { clientOf } from "#api/auth/sessions";
import { createDeps } from "#api/bootstrap/create-deps";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import { users } from "#api/db/schema/users";
import { transfer, transferLimits } from "#contract/balance/index";

/**
 * A deliberately faulty API that the test must detect: transfers read a balance, compute the new one and write it,
 * without locks, without a transaction, and without checking the idempotency key.
 */
const { deps } = await createDeps({ withWorker: false });
const { db } = deps;
const app = new Hono();

const accountOf = async (userId: string) => {
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId));
  if (!account) throw new Error("No account");
  return account;
};

app.onError((_error, hono) => hono.json({ message: "" }, 500));
app.get("/readyz", (hono) => hono.text("ready"));

app.get(`/api${transferLimits.path}`, async (hono) => {
  const client = await clientOf(deps, hono.req.raw);
  const { balanceCents } = await accountOf(client?.id ?? "");
  return hono.json({ minCents: 100, maxCents: 1_000_000, balanceCents });
});

app.post(`/api${transfer.path}`, async (hono) => {
  const client = await clientOf(deps, hono.req.raw);
  const { email, amountCents } = (await hono.req.json()) as { email: string; amountCents: number };
  const [recipient] = await db.select().from(users).where(eq(users.email, email));
  const [from, to] = [await accountOf(client?.id ?? ""), await accountOf(recipient?.id ?? "")];
  if (from.balanceCents < amountCents)
    return hono.json({ message: "", code: "transferInsufficientFunds" }, 422);
  const set = (id: number, balanceCents: number) =>
    db.update(ledgerAccounts).set({ balanceCents }).where(eq(ledgerAccounts.id, id));
  await set(from.id, from.balanceCents - amountCents);
  await set(to.id, to.balanceCents + amountCents);
  const transferId = randomUUID();
  const commonFields = { kind: "transfer", at: new Date() };
  const [written] = await db
    .insert(ledgerTransactions)
    .values({ ...commonFields, referenceType: "transfer", referenceId: transferId })
    .returning();
  const entry = { ...commonFields, transactionId: written?.id ?? 0, balanceAfterCents: 0 };
  await db.insert(ledgerEntries).values([
    { ...entry, accountId: from.id, amountCents: -amountCents },
    { ...entry, accountId: to.id, amountCents },
  ]);
  return hono.json({ transferId, balanceCents: from.balanceCents - amountCents });
});

serve({
  overrideGlobalObjects: false,
  fetch: app.fetch,
  port: Number(process.env.PORT),
  hostname: process.env.HOST,
});
