import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { errorForLog } from "./create-deps";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("the log omits the parameters of a failed query and contains its statement and PostgreSQL's error code", async () => {
  await api.newClient({ email: "someone@example.test" });
  const failed = await api.db
    .execute(sql`insert into users select * from users where email = ${"someone@example.test"}`)
    .catch((error: unknown) => error);
  const logged = JSON.stringify(errorForLog(failed));
  expect(logged).toContain("insert into users");
  expect(logged).toContain("23505");
  expect(logged).not.toContain("someone@example.test");
});
