import { afterAll, beforeAll, expect, test } from "vitest";
import { onceFor } from "#api/balance/once";
import { idempotencyKeys } from "#api/db/schema/balance";
import { sessions } from "#api/db/schema/user";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { enqueue } from "./enqueue";
import { housekeeping } from "./housekeeping";
import { runDueJobs } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("ended sessions and old keys are thrown away, living ones are kept", async () => {
  const old = await api.newClient();
  const key = (idempotencyKey: string, id: string) =>
    onceFor({ ...api.parts, client: { id }, idempotencyKey }, "test", {}, async () => ({ done: true }));
  await key("the-old-key", old.id);
  api.pass({ days: 40 });
  const young = await api.newClient();
  await key("the-young-key", young.id);
  await transaction(api.db, (tx) => enqueue(tx, housekeeping, {}));
  await runDueJobs(api.parts, [housekeeping]);
  expect((await api.db.select().from(sessions)).map(({ userId }) => userId)).toEqual([young.id]);
  expect((await api.db.select().from(idempotencyKeys)).map(({ userId }) => userId)).toEqual([young.id]);
});
