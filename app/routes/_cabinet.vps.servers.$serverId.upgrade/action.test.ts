import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { balancesOf } from "#api/ledger/ledger";
import { clientWithServer, inDays, passUntil, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { encodePrices, expectedPriceField, upgradeName } from "#app/lib/expected-price";
import { cabinetSettings } from "#app/services/testing/cabinet-settings";
import * as contract from "#contract/vps/index";
import type { ServerApi } from "#server/api";

let api: TestApi;
let folder: string;
let embedded: ServerApi;
let client: Awaited<ReturnType<typeof clientWithServer>>;
let [today, later] = ["", ""];
beforeAll(async () => {
  api = await vpsApi();
  // the cabinet uses the system clock
  passUntil(api, new Date());
  [today, later] = [inDays(api, 0), inDays(api, 9)];
  folder = await mkdtemp(join(tmpdir(), "cabinet-upgrade-"));
  Object.assign(process.env, cabinetSettings(api, folder));
  const { createServerApi } = await import("#server/api");
  embedded = createServerApi();
  await embedded.start();
});
afterAll(async () => {
  await embedded.stop();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  client = await clientWithServer(api);
});

const balance = async () => (await balancesOf(api.db, client.id)).main;
const priceOf = async (choice: { rateId: string; date: string }) =>
  (await api.call(contract.quoteUpgrade, { serverId: client.serverId, ...choice }, { token: client.token }))
    .body.totalCents;

/** Returns the page's response to its form: the status and, if it does not redirect, the data shown. */
async function send(fields: Record<string, string | undefined>) {
  const { withRequestContext } = await import("#app/services/request-context.server");
  const { signIn } = await import("#app/services/session.server");
  const { action } = await import("./route");
  const session = { token: client.token, expires: "2099-01-01T00:00:00Z" };
  const login = new Request("http://localhost:3000/login");
  const { headers } = await withRequestContext(() => signIn(login, session, null), { api: embedded });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const body = new URLSearchParams({ idempotencyKey: crypto.randomUUID() });
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  const address = `http://localhost:3000/vps/servers/${client.serverId}/upgrade`;
  const request = new Request(address, { method: "POST", body, headers: { cookie } });
  const answer = await withRequestContext(
    () => action({ request, params: { serverId: client.serverId }, context: {} }),
    { api: embedded },
  );
  if ("headers" in answer) return { status: answer.status };
  const { code, details } = answer.data;
  return { status: answer.init?.status, code, totalCents: details.priceCents };
}

describe("ordering an upgrade", () => {
  it("charges nothing if no price was shown for this plan and date, and returns the total", async () => {
    const before = await balance();
    const choice = { rateId: "trader-8", date: later };
    const totalCents = await priceOf(choice);
    const otherPrices = [
      [upgradeName({ rateId: "trader-4", date: later }), 1],
      [upgradeName({ rateId: "trader-8", date: today }), 1],
    ] as const;
    for (const agreed of [undefined, encodePrices(otherPrices)])
      expect(await send({ intent: "pay", ...choice, [expectedPriceField]: agreed })).toEqual({
        status: 409,
        code: "priceDiffers",
        totalCents,
      });
    expect(await balance()).toBe(before);
  });

  it("charges nothing before the confirmation of sum and downtime", async () => {
    const before = await balance();
    const choice = { rateId: "trader-8", date: later };
    const shown = encodePrices([[upgradeName(choice), await priceOf(choice)]]);
    expect(await send({ intent: "order", ...choice, [expectedPriceField]: shown })).toEqual({ status: 302 });
    expect(await balance()).toBe(before);
  });

  it("charges the price that was shown for this plan and date", async () => {
    const before = await balance();
    const choice = { rateId: "trader-8", date: later };
    const totalCents = await priceOf(choice);
    const shown = encodePrices([[upgradeName(choice), totalCents]]);
    expect(await send({ intent: "pay", ...choice, [expectedPriceField]: shown })).toEqual({ status: 302 });
    expect(await balance()).toBe(before - totalCents);
  });
});
