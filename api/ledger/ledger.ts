import type { SQL, SQLWrapper } from "drizzle-orm";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { cachePerRequest } from "#api/db/request-cache";
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";

export type ClientAccount = "main" | "partner" | "withdrawal_hold";
/** A client's debt is a negative balance on a separate account that the client can't use. */
const debtAccount = "debt";
/** Accounts of the company; they may be negative, because money from outside is owed to somebody. */
export type CompanyAccount = "deposits" | "revenue" | "rewards" | "payouts" | "adjustments";

type Account = typeof ledgerAccounts.$inferSelect;

/** Thrown if a transaction would make a client's account negative; nothing has been changed then. */
export class InsufficientFunds extends Error {
  constructor(readonly accountId: number) {
    super("insufficient funds");
    this.name = "InsufficientFunds";
  }
}

/** Returns the id of a client's account, which is created on first use. */
export async function accountOf(tx: Tx, userId: string, kind: ClientAccount): Promise<number> {
  return accountId(tx, userId, kind);
}

/** Returns the id of an account of the company, which is created on first use. */
export async function companyAccount(tx: Tx, kind: CompanyAccount): Promise<number> {
  return accountId(tx, null, kind);
}

async function accountId(tx: Tx, userId: string | null, kind: string): Promise<number> {
  const owner = userId === null ? isNull(ledgerAccounts.userId) : eq(ledgerAccounts.userId, userId);
  const find = () =>
    tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(and(owner, eq(ledgerAccounts.kind, kind)));
  const [known] = await find();
  if (known) return known.id;
  await tx.insert(ledgerAccounts).values({ userId, kind }).onConflictDoNothing();
  const [created] = await find();
  if (!created) throw new Error(`No ledger account ${kind}`);
  return created.id;
}

export type JournalEntry = {
  kind: string;
  /** The row that caused the transaction. */
  reference: { type: string; id: string };
  at: Date;
  /** The amounts sum to zero; a positive amount is credited to the account. */
  entries: { account: number; amountCents: number }[];
  details?: Record<string, string | number>;
};

/**
 * Posts a transaction: the only way to change a balance. Locks all accounts in id order, so that two transactions
 * can't deadlock. A credit to a client with a debt pays the debt first, by a separate transaction (`debt_repaid`).
 * Returns the ledger transaction's id.
 * @throws {InsufficientFunds} if a client's account would become negative; nothing has been written then.
 */
export async function post(tx: Tx, entry: JournalEntry): Promise<number> {
  const { id, accounts } = await write(tx, entry);
  const credited = accounts.filter((account) => {
    const isCredited = entry.entries.some((line) => line.account === account.id && line.amountCents > 0);
    return (
      isCredited &&
      account.userId !== null &&
      account.kind !== debtAccount &&
      account.kind !== "withdrawal_hold"
    );
  });
  if (credited.length > 0) await payDebts(tx, entry, credited);
  return id;
}

async function payDebts(tx: Tx, { reference, at }: JournalEntry, credited: Account[]): Promise<void> {
  const owners = [...new Set(credited.flatMap(({ userId }) => userId ?? []))];
  const owing = and(inArray(ledgerAccounts.userId, owners), eq(ledgerAccounts.kind, debtAccount));
  const debts = await tx
    .select()
    .from(ledgerAccounts)
    .where(and(owing, lt(ledgerAccounts.balanceCents, 0)))
    .orderBy(ledgerAccounts.id)
    .for("update");
  for (const debt of debts) {
    let owed = -debt.balanceCents;
    for (const { id, userId, balanceCents } of credited) {
      const cents = userId === debt.userId ? Math.min(owed, balanceCents) : 0;
      if (cents <= 0) continue;
      owed -= cents;
      const entries = [
        { account: id, amountCents: -cents },
        { account: debt.id, amountCents: cents },
      ];
      await write(tx, { kind: "debt_repaid", reference, at, entries });
    }
  }
}

/** Locks accounts in the one order that all code uses: by id, debts after all others. */
async function lock(tx: Tx, ids: readonly number[]): Promise<Account[]> {
  const unique = [...new Set(ids)];
  const locked = await tx
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, unique))
    .orderBy(sql`${ledgerAccounts.kind} = ${debtAccount}`, ledgerAccounts.id)
    .for("update");
  if (locked.length !== unique.length) throw new Error(`Unknown ledger account among ${unique}`);
  return locked;
}

/** Locks a client's accounts until the transaction ends, so that their balances do not change between two reads. */
export async function lockAccountsOf(tx: Tx, userId: string): Promise<void> {
  const accounts = await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.userId, userId));
  if (accounts.length > 0)
    await lock(
      tx,
      accounts.map(({ id }) => id),
    );
}

type Taking = Omit<JournalEntry, "entries"> & { userId: string; amountCents: number; to: CompanyAccount };

/** Takes back money from the partner balance, then the main one; the rest becomes a debt. Returns the transaction's id. */
export async function takeBack(tx: Tx, { userId, amountCents, to, ...about }: Taking): Promise<number> {
  const company = await companyAccount(tx, to);
  const clientAccounts = [await accountOf(tx, userId, "partner"), await accountOf(tx, userId, "main")];
  const debt = await accountId(tx, userId, debtAccount);
  const locked = await lock(tx, [company, ...clientAccounts]);
  let remainingCents = amountCents;
  const entries = clientAccounts.map((account) => {
    const cents = Math.min(remainingCents, locked.find(({ id }) => id === account)?.balanceCents ?? 0);
    remainingCents -= cents;
    return { account, amountCents: -cents };
  });
  entries.push({ account: debt, amountCents: -remainingCents }, { account: company, amountCents });
  return post(tx, { ...about, entries: entries.filter((entry) => entry.amountCents !== 0) });
}

/** Client accounts can't be negative, and debts can't be positive. */
const isPossible = ({ userId, kind }: Account, cents: number): boolean =>
  userId === null || (kind === debtAccount ? cents <= 0 : cents >= 0);

async function write(tx: Tx, entry: JournalEntry): Promise<{ id: number; accounts: Account[] }> {
  const { kind, reference, at, entries, details = {} } = entry;
  validateEntry(entry);
  const locked = await lock(
    tx,
    entries.map(({ account }) => account),
  );
  const running = new Map(locked.map(({ id, balanceCents }) => [id, balanceCents]));
  const rows = entries.map(({ account, amountCents }) => {
    const balanceAfterCents = (running.get(account) ?? 0) + amountCents;
    running.set(account, balanceAfterCents);
    return { accountId: account, amountCents, balanceAfterCents, kind, at };
  });
  for (const account of locked)
    if (!isPossible(account, running.get(account.id) ?? 0)) throw new InsufficientFunds(account.id);
  const [written] = await tx
    .insert(ledgerTransactions)
    .values({ kind, referenceType: reference.type, referenceId: reference.id, at, details })
    .returning({ id: ledgerTransactions.id });
  if (!written) throw new Error("The ledger transaction was not written");
  await changeBalances(
    tx,
    locked.map(({ id, balanceCents }) => [id, (running.get(id) ?? 0) - balanceCents]),
  );
  const existing = await tx
    .insert(ledgerEntries)
    .values(rows.map((row) => ({ ...row, transactionId: written.id })));
  if (existing.rowCount !== rows.length)
    throw new Error(`${existing.rowCount} of ${rows.length} entries were written`);
  const accounts = locked.map((account) => ({ ...account, balanceCents: running.get(account.id) ?? 0 }));
  return { id: written.id, accounts };
}

function validateEntry({ kind, entries }: JournalEntry): void {
  const sum = entries.reduce((total, { amountCents }) => total + amountCents, 0);
  if (sum !== 0 || entries.length < 2) throw new Error(`Entries of ${kind} sum to ${sum}`);
  if (entries.some(({ amountCents }) => !Number.isSafeInteger(amountCents) || amountCents === 0))
    throw new Error(`${kind} is not in whole cents`);
}

/** The database adds, and checks again that no client's account becomes negative, whatever was computed before. */
async function changeBalances(tx: Tx, changes: [id: number, cents: number][]): Promise<void> {
  const values = sql.join(
    changes.map(([id, cents]) => sql`(${id}::bigint, ${cents}::bigint)`),
    sql`, `,
  );
  const changed = await tx.execute(sql`
    update ${ledgerAccounts} set balance_cents = balance_cents + change.cents
    from (values ${values}) as change (account_id, cents)
    where id = change.account_id
      and (user_id is null or (case when kind = 'debt' then balance_cents + change.cents <= 0 else balance_cents + change.cents >= 0 end))`);
  if (changed.rowCount !== changes.length)
    throw new Error(`${changed.rowCount} of ${changes.length} balances were changed`);
}

type Balances = Record<ClientAccount, number> & { owed: number };

/** Returns a client's balances in cents, and the client's debt; unused accounts are zero. */
export const balancesOf = cachePerRequest(
  "balances",
  async (db: Database | Tx, userId: string): Promise<Balances> => {
    const rows = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId));
    return balancesFrom(rows.map(({ kind, balanceCents }) => [kind, balanceCents]));
  },
);

/** A subquery for queries about a client, to fill the cache of `balancesOf`: the cents of each account by its kind. */
export const balancesIn = (userId: SQLWrapper): SQL<Record<string, number>> =>
  sql<
    Record<string, number>
  >`(select coalesce(jsonb_object_agg(${ledgerAccounts.kind}, ${ledgerAccounts.balanceCents}), '{}')
    from ${ledgerAccounts} where ${ledgerAccounts.userId} = ${userId})`;

/** @throws {RangeError} if a balance exceeds the safe integers: JSON would round it silently. */
export function balancesFrom(accounts: Iterable<readonly [kind: string, cents: number]>): Balances {
  const balances: Balances = { main: 0, partner: 0, withdrawal_hold: 0, owed: 0 };
  for (const [kind, cents] of accounts) {
    if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is beyond the safe integers`);
    if (kind === debtAccount) balances.owed = 0 - cents;
    else balances[kind as ClientAccount] = cents;
  }
  return balances;
}

/** Checks that cached balances equal their entries and that every transaction sums to zero. Returns the faults. */
export async function checkLedger(db: Database | Tx): Promise<string[]> {
  const wrongBalances = await db.execute<{ id: number; balance_cents: number; entries: number }>(sql`
    select a.id, a.balance_cents, coalesce(sum(e.amount_cents), 0)::bigint as entries
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    group by a.id having a.balance_cents <> coalesce(sum(e.amount_cents), 0)`);
  const unequal = await db.execute<{ transaction_id: number; sum: number }>(sql`
    select transaction_id, sum(amount_cents)::bigint as sum from ledger_entries group by transaction_id having sum(amount_cents) <> 0`);
  return [
    ...wrongBalances.rows.map(
      (row) => `account ${row.id}: balance ${row.balance_cents}, entries ${row.entries}`,
    ),
    ...unequal.rows.map((row) => `transaction ${row.transaction_id} sums to ${row.sum}`),
  ];
}
