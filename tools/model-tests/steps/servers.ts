import { servers } from "#api/db/schema/vps";
import { dayMilliseconds, dayOf } from "#contract/day";
import * as contract from "#contract/vps/index";
import type { ModelEvent } from "#tools/model-tests/model-event";
import type { Again, TestClient, World } from "#tools/model-tests/world";
import { clientAt, pick, request } from "#tools/model-tests/world";

/** Clients' actions on servers. */

export const rateIds = ["trader-1", "trader-2", "trader-4", "trader-8"] as const;
export type RateId = (typeof rateIds)[number];

const operatingSystem = "Windows Server 2022";
type Server = typeof servers.$inferSelect;

/** Returns any existing server with its owner. */
export async function serverAt(
  world: World,
  which: number,
): Promise<{ server: Server; owner: TestClient } | null> {
  const server = pick(await world.api.db.select().from(servers).orderBy(servers.issuedAt, servers.id), which);
  const owner = world.clients.find(({ id }) => id === server?.userId);
  return server && owner ? { server, owner } : null;
}

const withServer = (
  name: string,
  which: number,
  happen: (world: World, owner: TestClient, server: Server) => Promise<void>,
): ModelEvent => ({
  name,
  happen: async (world) => {
    const found = await serverAt(world, which);
    if (found) await happen(world, found.owner, found.server);
  },
});

type Rental = {
  who: number;
  rateId: RateId;
  months: number;
  promoOf: number | null;
  autoRenewal: boolean;
  again: Again;
};

export const rental = ({ who, rateId, months, promoOf, autoRenewal, again }: Rental): ModelEvent => ({
  name: `rent ${rateId} for ${months} by ${who}, code of ${promoOf}${autoRenewal ? ", by itself" : ""}, ${again}`,
  happen: async (world) => {
    const promoCode = promoOf === null ? undefined : clientAt(world, promoOf).promo;
    const input = { rateId, months, operatingSystem, promoCode, autoRenewal };
    const answer = await request(world, clientAt(world, who), contract.rent, input, again);
    if (answer) world.reportedPayments.add(`rent ${answer.serverId}`);
  },
});

export const renewal = (which: number, months: number, promoOf: number | null, again: Again): ModelEvent =>
  withServer(
    `renew ${which} for ${months}, code of ${promoOf}, ${again}`,
    which,
    async (world, owner, { id: serverId }) => {
      const promoCode = promoOf === null ? undefined : clientAt(world, promoOf).promo;
      const answer = await request(world, owner, contract.renew, { serverId, months, promoCode }, again);
      if (answer) world.reportedPayments.add(`renewal ${serverId} ${answer.paidUntil}`);
    },
  );

export const autoRenewal = (which: number, on: boolean): ModelEvent =>
  withServer(
    `auto-renewal of ${which} ${on ? "on" : "off"}`,
    which,
    async (world, owner, { id: serverId }) => {
      await request(world, owner, contract.setAutoRenewal, { serverId, on });
    },
  );

/** The first possible day, the last one, or one in between. */
export type Day = "first" | "middle" | "last";

function dayIn(world: World, { paidUntil }: Server, day: Day): string {
  const now = world.api.deps.clock.now().getTime();
  const last = Math.max(now, paidUntil.getTime() - dayMilliseconds);
  if (day === "first") return dayOf(new Date(now));
  return dayOf(new Date(day === "last" ? last : (now + last) / 2));
}

export const upgradeOrder = (which: number, rateId: RateId, day: Day, again: Again): ModelEvent =>
  withServer(
    `upgrade ${which} to ${rateId} on the ${day} day, ${again}`,
    which,
    async (world, owner, server) => {
      const input = { serverId: server.id, rateId, date: dayIn(world, server, day) };
      const price = await request(world, owner, contract.quoteUpgrade, input);
      const agreed = { ...input, agreedCents: price?.totalCents };
      const answer = await request(world, owner, contract.orderUpgrade, agreed, again);
      if (answer) world.reportedPayments.add(`upgrade ${server.id} ${answer.startsAt}`);
    },
  );

export const upgradeCancel = (which: number, again: Again): ModelEvent =>
  withServer(`cancel-upgrade of ${which}, ${again}`, which, async (world, owner, { id: serverId }) => {
    await request(world, owner, contract.cancelUpgrade, { serverId }, again);
  });

export const control = (which: number): ModelEvent =>
  withServer(`control ${which}`, which, async (world, owner, { id: serverId }) => {
    await request(world, owner, contract.control, { serverId, action: "restart" });
  });

export const testServer = (who: number): ModelEvent => ({
  name: `test-server for ${who}`,
  happen: async (world) => {
    await request(world, clientAt(world, who), contract.orderTestServer, {});
  },
});
