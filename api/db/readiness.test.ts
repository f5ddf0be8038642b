import { Client } from "pg";
import { expect, test } from "vitest";
import { testApi } from "#api/testing";
import { users } from "./schema/users";
import { transaction } from "./transaction";

test("a read-only server is an outage: requests and readiness answer 503, and its connections are dropped", async () => {
  const api = await testApi();
  const { token } = await api.newClient();
  const adminClient = new Client({ connectionString: api.databaseUrl });
  await adminClient.connect();
  const { rows } = await adminClient.query("select current_database() as name");
  const follow = async (value: "on" | "off") => {
    await adminClient.query("set transaction_read_only = off");
    await adminClient.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${value}`);
  };
  const ready = async () => (await api.fetch("/readyz")).status;
  const rename = () =>
    api.fetch("/user/profile", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Another Name" }),
    });
  const write = () => transaction(api.db, (tx) => tx.update(users).set({ name: "A third" }));

  await follow("on");
  await adminClient.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await expect.poll(() => write().catch((error) => error.cause.code)).toBe("25006");
  expect(await ready()).toBe(503);
  const rejected = await rename();
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await rejected.json()).toMatchObject({ code: "unavailable" });
  await expect(write()).rejects.toThrow();

  await follow("off");
  expect(await write()).toBeDefined();
  expect([await ready(), (await rename()).status]).toEqual([200, 200]);
  await adminClient.end();
  await api.close();
});
