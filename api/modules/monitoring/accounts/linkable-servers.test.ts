import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servers } from "#api/db/schema/vps";
import { newTerminal } from "#api/modules/monitoring/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());

const serverOf = (userId: string, id: string, status: "active" | "blocked" | "revoked" = "active") => ({
  id,
  userId,
  status,
  rateId: "trader-2",
  operatingSystem: "Windows Server 2022",
  comment: `of ${id}`,
  issuedAt: new Date("2026-01-01T00:00:00Z"),
  paidUntil: new Date("2026-06-01T00:00:00Z"),
  autoRenewal: true,
  renewalMonths: 1,
});

it("offers every active server of the client, however many, and the linked one in any state", async () => {
  const [owner, otherClient] = [await api.newClient(), await api.newClient()];
  const many = Array.from({ length: 45 }, (_, index) => serverOf(owner.id, `own-${100 + index}`));
  await api.db
    .insert(servers)
    .values([
      ...many,
      serverOf(owner.id, "own-blocked", "blocked"),
      serverOf(owner.id, "own-revoked", "revoked"),
      serverOf(otherClient.id, "foreign"),
    ]);
  const { id } = await newTerminal(api, owner.token);
  const offered = async () =>
    (await api.call(contract.serversToTie, { monitoringId: id }, { token: owner.token })).body.servers.map(
      ({ id }) => id,
    );
  expect(await offered()).toEqual(many.map(({ id }) => id));

  const edit = (serverId: string) =>
    api.call(
      contract.editAccount,
      { monitoringId: id, name: "Trend following", serverId },
      { token: owner.token },
    );
  expect((await edit("own-144")).status).toBe(200);
  await api.db.update(servers).set({ status: "blocked" }).where(eq(servers.id, "own-144"));
  expect(await offered()).toContain("own-144");
  expect((await edit("foreign")).error.fields).toHaveProperty("serverId");
  expect(
    (await api.call(contract.serversToTie, { monitoringId: id }, { token: otherClient.token })).status,
  ).toBe(404);
});
