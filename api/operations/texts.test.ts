import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { users } from "#api/db/schema/users";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("stored texts with broken characters are listed by table, column and id", async () => {
  const [whole, lost, control] = await Promise.all([api.newClient(), api.newClient(), api.newClient()]);
  expect(await runAdmin(api, "texts", "broken")).toBe("None.");
  const rename = (id: string, name: string) => api.db.update(users).set({ name }).where(eq(users.id, id));
  await rename(whole.id, "Анна\n\tЁжикова");
  await rename(lost.id, "После\uFFFDдние");
  await rename(control.id, "\u0085");
  await api.db.insert(operatorActions).values([
    { at: api.deps.clock.now(), operator: "olga", command: "sound", input: { text: "a\nb" } },
    { at: api.deps.clock.now(), operator: "olga", command: "broken", input: { text: "a\u0001b" } },
  ]);
  const brokenTexts = JSON.parse(await runAdmin(api, "--json", "texts", "broken")) as object[];
  const [{ id: actionId } = { id: "" }] = await api.db
    .select()
    .from(operatorActions)
    .where(eq(operatorActions.command, "broken"));
  const ids = [lost.id, control.id].sort();
  expect(brokenTexts).toEqual([
    { table: "operator_actions", column: "input", id: String(actionId) },
    ...ids.map((id) => ({ table: "users", column: "name", id })),
  ]);
});
