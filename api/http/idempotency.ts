import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "#api/db/schema/balance";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";

/**
 * For so long a refused key answers its refusal again. A repeat may overtake its first attempt: were the refusal forgotten at once,
 * the late one could still take money that its sender was told has not moved. No attempt is under way longer than this.
 */
const refusalHoldsMilliseconds = 60_000;

type Request = {
  key: string;
  /** How often its sender has meant it, refusals seen: a repeat of one sending has the same number. 1 where left out. */
  attempt?: number;
  clientId: string;
  call: string;
  parameters: unknown;
};
type Row = typeof idempotencyKeys.$inferSelect;

/** Takes the key for this transaction. What was said under it before comes back; null means that this request is the first. */
async function takeKey(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  { key, attempt = 1, clientId, call, parameters }: Request,
): Promise<Row | null> {
  const row = {
    key: `${clientId}:${key}`,
    userId: clientId,
    call,
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
  const isSame = first.call === call && first.parametersHash === row.parametersHash;
  const isRefused = first.refusal !== null;
  const isHeld =
    clock.now().getTime() - first.createdAt.getTime() < refusalHoldsMilliseconds &&
    attempt <= (first.refusal?.attempt ?? 1);
  if (isSame && (!isRefused || isHeld)) return first;
  if (!isRefused) throw new ApiError(409, "idempotencyKeyReused");
  // nothing has happened under this key: it may be used for something else, or once more
  await tx
    .update(idempotencyKeys)
    .set({ ...row, refusal: null })
    .where(eq(idempotencyKeys.key, row.key));
  return null;
}

const keep = (tx: Tx, { key, clientId }: Request, outcome: Partial<Pick<Row, "answer" | "refusal">>) =>
  tx
    .update(idempotencyKeys)
    .set(outcome)
    .where(eq(idempotencyKeys.key, `${clientId}:${key}`));

/**
 * Does something once per idempotency key, in the transaction of what it does: a repeat gets the first answer,
 * the same key with other parameters is refused with 409. What is refused inside leaves no trace and may be tried again;
 * where money is asked for, use `withIdempotencyKey`.
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
  await keep(tx, request, { answer });
  return answer;
}

type Calling = Pick<Deps, "clock" | "db"> & {
  client: { id: string };
  idempotencyKey: string;
  idempotencyAttempt?: number;
};
type Outcome<T> = { answer: T } | { refusal: ApiError };

/**
 * `once` for a verb: a transaction of its own, under the key and the client of its context. A refusal is kept as well:
 * for a minute the key says it again, whichever of several repeats comes first, until its sender has seen it and tries anew.
 */
export async function withIdempotencyKey<T extends object>(
  context: Calling,
  call: string,
  parameters: unknown,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key, idempotencyAttempt: attempt } = context;
  const request = { key, attempt, clientId: context.client.id, call, parameters };
  const outcome = await transaction(context.db, async (tx): Promise<Outcome<T>> => {
    const first = await takeKey(context, tx, request);
    if (first?.refusal) return { refusal: restored(first.refusal) };
    if (first) return { answer: first.answer as T };
    // a savepoint: a refusal takes back what was begun, and is itself kept
    await tx.execute(sql`savepoint work`);
    try {
      const answer = await work(tx);
      await keep(tx, request, { answer });
      return { answer };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status === 503) throw error;
      await tx.execute(sql`rollback to savepoint work`);
      const { status, code, extra } = error;
      await keep(tx, request, { refusal: { status, code, extra, attempt } });
      return { refusal: error };
    }
  });
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.answer;
}

const restored = ({ status, code, extra }: Pick<ApiError, "status" | "code" | "extra">) =>
  new ApiError(status, code, extra);
