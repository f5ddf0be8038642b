import { eq } from "drizzle-orm";
import { simulatedMachines } from "#api/db/schema/hypervisor";
import { servers } from "#api/db/schema/vps";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { addressOf, passwordOf } from "#api/integrations/provisioner/simulated";
import { addDays, addMonths } from "#api/lib/calendar";
import { encryptField } from "#api/lib/encryption";
import { findRate, priceOf } from "#api/modules/vps/rate/rates";
import { charge } from "#api/modules/vps/rental/charge";
import { demoId } from "./demo-clients";
import type { Move } from "./demo-money";
import { depositMove, inOrder, transferMoves } from "./demo-money";
import { partnerMoves } from "./demo-partners";

type DemoServer = {
  id: string;
  owner: string;
  rateId: string;
  months: number;
  /** Days since it was rented. */
  daysAgo: number;
  comment: string;
  autoRenewal: boolean;
  status: "active" | "blocked" | "revoked";
};

const demoServers: DemoServer[] = [
  {
    id: "annafx2k7m",
    owner: "anna",
    rateId: "trader-4",
    months: 3,
    daysAgo: 64,
    comment: "London EAs",
    autoRenewal: true,
    status: "active",
  },
  {
    id: "annagd93pw",
    owner: "anna",
    rateId: "trader-2",
    months: 1,
    daysAgo: 29,
    comment: "Gold scalper",
    autoRenewal: false,
    status: "active",
  },
  {
    id: "annahd5t8q",
    owner: "anna",
    rateId: "trader-2",
    months: 12,
    daysAgo: 120,
    comment: "",
    autoRenewal: true,
    status: "active",
  },
  {
    id: "annabk46rn",
    owner: "anna",
    rateId: "trader-1",
    months: 1,
    daysAgo: 33,
    comment: "Backtests",
    autoRenewal: false,
    status: "blocked",
  },
  {
    id: "annaxv22cy",
    owner: "anna",
    rateId: "trader-1",
    months: 1,
    daysAgo: 75,
    comment: "Old signal copier",
    autoRenewal: false,
    status: "revoked",
  },
  {
    id: "bors7kq3ze",
    owner: "boris",
    rateId: "trader-2",
    months: 1,
    daysAgo: 12,
    comment: "Советник EURUSD",
    autoRenewal: true,
    status: "active",
  },
  {
    id: "bors4mh8tw",
    owner: "boris",
    rateId: "trader-8",
    months: 6,
    daysAgo: 40,
    comment: "Портфель",
    autoRenewal: false,
    status: "active",
  },
  {
    id: "clara6np2d",
    owner: "clara",
    rateId: "trader-1",
    months: 1,
    daysAgo: 20,
    comment: "",
    autoRenewal: false,
    status: "active",
  },
];

/** What remains on the demo balances after everything is paid. */
const pocketCents: Record<string, number> = { anna: 12_550, boris: 64_00, clara: 4_20, denis: 0 };

/**
 * Creates the servers of the demo clients and all money moves of the demo, in the order of time. Runs once, after the
 * network of the partners (`seedDemoPartners`).
 */
export async function seedDemoServers(deps: Deps): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const [existing] = await tx
      .select({ id: servers.id })
      .from(servers)
      .where(eq(servers.userId, demoId("anna")))
      .limit(1);
    if (existing) return;
    const moves = Object.entries(pocketCents).flatMap(([owner, cents]) =>
      fund(deps, owner, cents, addDays(deps.clock.now(), -150)),
    );
    for (const server of demoServers) moves.push(...(await createDemoServer(deps, tx, server)));
    await inOrder(tx, [...moves, ...transferMoves(deps), ...partnerMoves(deps)]);
  });
}

function fund(deps: Deps, owner: string, amountCents: number, time: Date): Move[] {
  const at = addDays(time, -1);
  return amountCents > 0
    ? [depositMove(deps, { owner, amountCents, method: "card", payer: "•••• 4242", at })]
    : [];
}

/** Creates a server. Returns its payments, which are not booked yet. */
async function createDemoServer(deps: Deps, tx: Tx, demo: DemoServer): Promise<Move[]> {
  const { id, rateId, months, comment, autoRenewal, status } = demo;
  const issuedAt = addDays(deps.clock.now(), -demo.daysAgo);
  const then: Deps = { ...deps, clock: { now: () => issuedAt } };
  const paidUntil = addMonths(issuedAt, months);
  const rate = await findRate(tx, rateId);
  const priceCents = priceOf(rate, months);
  const userId = demoId(demo.owner);
  const isOn = status === "active";
  const revokedAt = status === "revoked" ? addDays(paidUntil, 7) : null;
  const login = "Administrator";
  const [machine] = await tx
    .insert(simulatedMachines)
    .values({ id, login, rateId, isOn, isBlocked: status === "blocked", removedAt: revokedAt })
    .returning();
  const isThere = status !== "revoked" && machine;
  await tx.insert(servers).values({
    id,
    userId,
    rateId,
    comment,
    autoRenewal,
    status,
    isOn,
    issuedAt,
    paidUntil,
    operatingSystem: rate.operatingSystems[0] ?? "",
    renewalMonths: months,
    blockedAt: status === "blocked" ? paidUntil : null,
    revokedAt,
    ip: isThere ? addressOf(machine.number) : null,
    login: isThere ? login : null,
    encryptedPassword: isThere ? encryptField(deps, id, passwordOf(deps.settings.secret, id)) : null,
  });
  const payment = {
    serverId: id,
    userId,
    kind: "rent",
    tariff: rate.name,
    periodFrom: issuedAt,
    periodTo: paidUntil,
    months,
    price: { priceCents, discountCents: 0, totalCents: priceCents, promo: null },
  } as const;
  return [
    ...fund(then, demo.owner, priceCents, issuedAt),
    {
      time: issuedAt,
      run: async (later) => {
        await charge(then, later, payment);
      },
    },
  ];
}
