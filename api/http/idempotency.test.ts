import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idempotencyKeys } from "#api/db/schema/balance";
import { operatorActions } from "#api/db/schema/operator";
import { transaction } from "#api/db/transaction";
import { accountOf, balancesOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { ApiError } from "#api/lib/api-error";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { sourceFiles } from "#api/testing/source-files";
import { allEndpoints } from "#contract/index";
import { withIdempotencyKey, withIdempotencyKeyIn } from "./idempotency";

test("the handler of every idempotent endpoint runs under its key", () => {
  const handlers = sourceFiles("api/modules");
  const names = allEndpoints.flatMap(({ name, endpoint }) =>
    endpoint.idempotent ? [name.slice(name.indexOf(".") + 1)] : [],
  );
  expect(names.length).toBeGreaterThan(10);
  const isUnderKey = (name: string) =>
    handlers.some(
      ({ text }) => text.includes(`export const ${name} = `) && /\bwithIdempotencyKey(In)?\(/.test(text),
    );
  expect(names.filter((name) => !isUnderKey(name))).toEqual([]);
});

let api: TestApi;
let clientId: string;
beforeAll(async () => {
  api = await testApi();
  clientId = (await api.newClient()).id;
});
afterAll(() => api.close());

let effects = 0;
const deposit = (key: string, parameters: { amountCents: number }, owner = clientId) =>
  transaction(api.db, (tx) =>
    withIdempotencyKeyIn(
      api.deps,
      tx,
      { key, clientId: owner, endpoint: "test.deposit", parameters },
      async () => {
        const { amountCents } = parameters;
        const entries = [
          { account: await accountOf(tx, owner, "main"), amountCents },
          { account: await companyAccount(tx, "deposits"), amountCents: -amountCents },
        ];
        await post(tx, {
          kind: "deposit",
          reference: { type: "test", id: key },
          at: api.deps.clock.now(),
          entries,
        });
        return { number: ++effects };
      },
    ),
  );

test("100 parallel posts with one key have one effect and one response", async () => {
  const { main: before } = await balancesOf(api.db, clientId);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => deposit("key-one", { amountCents: 500 })),
  );
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  expect((await balancesOf(api.db, clientId)).main - before).toBe(500);
});

test("the same key with other parameters or for another endpoint is rejected with 409", async () => {
  await deposit("key-two", { amountCents: 100 });
  await expect(deposit("key-two", { amountCents: 101 })).rejects.toMatchObject({
    status: 409,
    code: "idempotencyKeyReused",
  });
  const otherRequest = transaction(api.db, (tx) =>
    withIdempotencyKeyIn(
      api.deps,
      tx,
      { key: "key-two", clientId, endpoint: "other", parameters: { amountCents: 100 } },
      async () => ({}),
    ),
  );
  await expect(otherRequest).rejects.toMatchObject({ code: "idempotencyKeyReused" });
});

test("keys of different clients are independent", async () => {
  const other = await api.newClient();
  await deposit("key-three", { amountCents: 100 });
  await deposit("key-three", { amountCents: 70 }, other.id);
  expect((await balancesOf(api.db, other.id)).main).toBe(70);
});

test("a rejected request leaves no trace of its key and can be retried", async () => {
  let isAllowed = false;
  const attempt = () =>
    transaction(api.db, (tx) =>
      withIdempotencyKeyIn(
        api.deps,
        tx,
        { key: "key-four", clientId, endpoint: "test", parameters: {} },
        async () => {
          if (!isAllowed) throw new ApiError(422, "insufficientFunds");
          return { done: true };
        },
      ),
    );
  const before = await api.db.$count(idempotencyKeys);
  await expect(attempt()).rejects.toThrow(ApiError);
  expect(await api.db.$count(idempotencyKeys)).toBe(before);
  isAllowed = true;
  expect(await attempt()).toEqual({ done: true });
});

/** Spends a client's money under one key, in its first attempt or a later one. */
const spending =
  (id: string, idempotencyKey: string) =>
  (amountCents: number, idempotencyAttempt = 1) =>
    withIdempotencyKey(
      { ...api.deps, client: { id }, idempotencyKey, idempotencyAttempt },
      "test.spend",
      { amountCents },
      async (tx) => {
        const entries = [
          { account: await accountOf(tx, id, "main"), amountCents: -amountCents },
          { account: await companyAccount(tx, "revenue"), amountCents },
        ];
        const reference = { type: "test", id: idempotencyKey };
        await post(tx, { kind: "spend", reference, at: api.deps.clock.now(), entries }).catch(
          (error: unknown) => {
            throw error instanceof InsufficientFunds ? new ApiError(422, "insufficientFunds") : error;
          },
        );
        return { spent: amountCents };
      },
    );

test("a rejection for lack of money is repeated for a minute, whichever attempt arrives first, until the client retries deliberately", async () => {
  const { id } = await api.newClient();
  const spend = spending(id, "key-five");
  await expect(spend(300)).rejects.toMatchObject({ code: "insufficientFunds" });
  await deposit("key-six", { amountCents: 1_000 }, id);
  // the first attempt, arriving late: its sender knows the rejection, so no money may move
  await expect(spend(300)).rejects.toMatchObject({ status: 422, code: "insufficientFunds" });
  expect((await balancesOf(api.db, id)).main).toBe(1_000);
  // a sender that saw the rejection and increments the attempt is not a retry
  expect(await spend(300, 2)).toEqual({ spent: 300 });
  // and a late retry of the rejected attempt gets the stored response
  expect(await spend(300)).toEqual({ spent: 300 });
  expect((await balancesOf(api.db, id)).main).toBe(700);
});

test("a form corrected after its rejection reuses the key, and after success accepts no other values", async () => {
  const { id } = await api.newClient();
  const spend = spending(id, "key-eight");
  await expect(spend(300)).rejects.toMatchObject({ code: "insufficientFunds" });
  await deposit("key-nine", { amountCents: 1_000 }, id);
  // a form that was corrected after its rejection comes with the same key
  expect(await spend(200)).toEqual({ spent: 200 });
  await expect(spend(300)).rejects.toMatchObject({ code: "idempotencyKeyReused" });
  expect((await balancesOf(api.db, id)).main).toBe(800);
});

test("a minute after its rejection the same request runs again, and nothing of the rejected attempt exists", async () => {
  const { id } = await api.newClient();
  const context = { ...api.deps, client: { id }, idempotencyKey: "key-seven" };
  let isAllowed = false;
  const attempt = () =>
    withIdempotencyKey(context, "test", {}, async (tx) => {
      await tx.insert(operatorActions).values({ at: new Date(), operator: id, command: "once", input: {} });
      if (!isAllowed) throw new ApiError(409, "previousProcessing");
      return { done: true };
    });
  const rows = () => api.db.$count(operatorActions, eq(operatorActions.operator, id));
  await expect(attempt()).rejects.toMatchObject({ code: "previousProcessing" });
  isAllowed = true;
  await expect(attempt()).rejects.toMatchObject({ code: "previousProcessing" });
  expect(await rows()).toBe(0);
  api.pass({ seconds: 61 });
  expect(await attempt()).toEqual({ done: true });
  expect(await rows()).toBe(1);
});

test("a repeat inside the caller's own transaction gets the first response, stored under its client", async () => {
  const answers = [await deposit("key-eight", { amountCents: 100 })];
  api.pass({ days: 30 });
  answers.push(await deposit("key-eight", { amountCents: 100 }));
  expect(answers[1]).toEqual(answers[0]);
  const [row] = await api.db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, `${clientId}:key-eight`));
  expect(row).toMatchObject({ userId: clientId, endpoint: "test.deposit", answer: answers[0] });
});
