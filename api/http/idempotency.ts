import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "#api/db/schema/balance";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";

/**
 * How long a rejected key repeats its rejection. A retry may overtake its first attempt: if the rejection were
 * forgotten immediately, the late one could still take money after its sender has received the rejection. No attempt
 * runs longer than this.
 */
const errorRepeatMs = 60_000;

type Request = {
  key: string;
  /**
   * The sender's attempt number, incremented after each rejection it has received; retries of one attempt have the
   * same number. Default 1.
   */
  attempt?: number;
  clientId: string;
  endpoint: string;
  parameters: unknown;
};
type Row = typeof idempotencyKeys.$inferSelect;

/** Locks the key for this transaction. Returns its stored row; null means that this request is the first. */
async function takeKey(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { key, attempt = 1, clientId, endpoint, parameters }: Request,
): Promise<Row | null> {
  // deleting the account (`lockUser`) waits for requests that have begun; afterwards none can begin
  const [client] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, clientId))
    .for("key share");
  if (client?.deletedAt) throw new ApiError(401, "sessionOver");
  const row = {
    key: `${clientId}:${key}`,
    userId: clientId,
    endpoint,
    parametersHash: createHash("sha256").update(JSON.stringify(parameters)).digest("hex"),
    createdAt: clock.now(),
  };
  const inserted = await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) return null;
  const [first] = await tx
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, row.key))
    .for("update");
  if (!first) throw new Error("An idempotency key has vanished");
  const isSame = first.endpoint === endpoint && first.parametersHash === row.parametersHash;
  const isRejected = first.error !== null;
  const isStillRepeated =
    clock.now().getTime() - first.createdAt.getTime() < errorRepeatMs &&
    attempt <= (first.error?.attempt ?? 1);
  if (isSame && (!isRejected || isStillRepeated)) return first;
  if (!isRejected) throw new ApiError(409, "idempotencyKeyReused");
  // nothing was done under this key: it may be used for another request, or again
  await tx
    .update(idempotencyKeys)
    .set({ ...row, error: null })
    .where(eq(idempotencyKeys.key, row.key));
  return null;
}

const storeOutcome = (tx: Tx, { key, clientId }: Request, outcome: Partial<Pick<Row, "answer" | "error">>) =>
  tx
    .update(idempotencyKeys)
    .set(outcome)
    .where(eq(idempotencyKeys.key, `${clientId}:${key}`));

/**
 * Runs `work` once per idempotency key, inside the given transaction: a retry gets the first response, the same key
 * with other parameters is rejected with 409. A rejection inside leaves no trace and may be retried; for money use
 * `withIdempotencyKey`.
 */
export async function withIdempotencyKeyIn<T extends object>(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  request: Request,
  work: () => Promise<T>,
): Promise<T> {
  const first = await takeKey(deps, tx, request);
  if (first) return first.answer as T;
  const answer = await work();
  await storeOutcome(tx, request, { answer });
  return answer;
}

type Calling = Pick<Deps, "clock" | "db"> & {
  client: { id: string };
  idempotencyKey: string;
  idempotencyAttempt?: number;
};
type Outcome<T> = { answer: T } | { error: ApiError };

/**
 * Runs a handler's `work` once, in its own transaction, under the key and the client of its context. Rejections are
 * stored too: for a minute the key repeats the rejection, whichever of several retries arrives first, until the
 * sender has received it and starts a new attempt.
 */
export async function withIdempotencyKey<T extends object>(
  context: Calling,
  endpoint: string,
  parameters: unknown,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key, idempotencyAttempt: attempt } = context;
  const request = { key, attempt, clientId: context.client.id, endpoint, parameters };
  const outcome = await transaction(context.db, async (tx): Promise<Outcome<T>> => {
    const first = await takeKey(context, tx, request);
    if (first?.error) return { error: restored(first.error) };
    if (first) return { answer: first.answer as T };
    // a savepoint: a rejection rolls back the work, and is stored itself
    await tx.execute(sql`savepoint work`);
    try {
      const answer = await work(tx);
      await storeOutcome(tx, request, { answer });
      return { answer };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status === 503) throw error;
      await tx.execute(sql`rollback to savepoint work`);
      const { status, code, extra } = error;
      await storeOutcome(tx, request, { error: { status, code, extra, attempt } });
      return { error };
    }
  });
  if ("error" in outcome) throw outcome.error;
  return outcome.answer;
}

const restored = ({ status, code, extra }: Pick<ApiError, "status" | "code" | "extra">) =>
  new ApiError(status, code, extra);
