import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function newAccount(token: string, number: string) {
  const activationKey = `key-of-${number}-0123456789`;
  const { body } = await api.call(
    contract.createAccount,
    { number, name: "London", activationKey },
    { token },
  );
  return { monitoringId: body.monitoringId, activationKey };
}

const connectInput = (key: string, account: string) => ({
  ...{ v: 1, key, account, balance: "100", equity: "100", margin: "0", free_margin: "100" },
  ...{ currency: "USD", server: "Broker-Demo", positions: [], deals: [] },
});

describe("connectAccount", () => {
  it("returns the key until the terminal's first post; only its hash is stored from then on", async () => {
    const { token } = await api.newClient();
    const { monitoringId, activationKey } = await newAccount(token, "7100001");
    const fetchConnection = async () =>
      (await api.call(contract.connectAccount, { monitoringId }, { token })).body;
    expect(await fetchConnection()).toMatchObject({
      number: "7100001",
      state: "waiting",
      heardAt: null,
      activationKey,
    });
    const row = async () =>
      (
        await api.db
          .select()
          .from(monitoringAccounts)
          .where(eq(monitoringAccounts.monitoringId, monitoringId))
      )[0];
    expect((await row())?.encryptedKey).not.toContain(activationKey);

    const posted = await api.fetch("/monitoring/ingest", {
      method: "POST",
      body: JSON.stringify(connectInput(activationKey, "7100001")),
    });
    expect(posted.status).toBe(200);
    expect(await fetchConnection()).toMatchObject({ state: "connected", activationKey: null });
    expect((await row())?.encryptedKey).toBeNull();
  });

  it("returns the replaced key before the first post, and nothing of it afterwards", async () => {
    const { token } = await api.newClient();
    const { monitoringId } = await newAccount(token, "7100002");
    const replaced = "another-key-0123456789";
    await api.call(contract.replaceKey, { monitoringId, activationKey: replaced }, { token });
    const { body } = await api.call(contract.connectAccount, { monitoringId }, { token });
    expect(body.activationKey).toBe(replaced);
  });

  it("answers 404 to everybody else", async () => {
    const [own, other] = [await api.newClient(), await api.newClient()];
    const { monitoringId } = await newAccount(own.token, "7100003");
    expect((await api.call(contract.connectAccount, { monitoringId }, { token: other.token })).status).toBe(
      404,
    );
  });
});
