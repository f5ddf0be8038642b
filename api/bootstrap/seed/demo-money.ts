import { and, eq } from "drizzle-orm";
import { deposits } from "#api/db/schema/payments";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { sandboxSystems } from "#api/integrations/payments/sandbox";
import { moveBetweenClients } from "#api/modules/balance/transfer";
import { credit } from "#api/modules/payments/credit";
import { costOf } from "#contract/payments/index";
import { demoId } from "./demo-clients";

const minute = 60_000;
const day = 24 * 60 * minute;

type Paid = {
  owner: string;
  amountCents: number;
  method: "card" | "wallet" | "usdt-trc20";
  payer?: string;
  at: Date;
};
type Unpaid = Paid & { status: "notPaid" | "rejected" | "cancelled" | "underReview" };

/** Returns the dependencies with the clock at another time. */
const depsAt = (deps: Deps, time: Date): Deps => ({ ...deps, clock: { now: () => time } });

async function order(
  deps: Deps,
  tx: Tx,
  { owner, amountCents, method, payer, at: createdAt, ...rest }: Paid | Unpaid,
) {
  const system = sandboxSystems(deps.settings).find((known) => known.method.id === method);
  if (!system) throw new Error(`The sandbox has no ${method}`);
  const status = "status" in rest ? rest.status : "notPaid";
  const txid = status === "underReview" ? deps.ids.secret().replace(/[^\w]/g, "0") : null;
  const [deposit] = await tx
    .insert(deposits)
    .values({
      id: deps.ids.id(),
      userId: demoId(owner),
      method,
      sumCents: amountCents,
      costCents: costOf(system.method, amountCents),
      currency: system.method.currency,
      recipient: system.recipient,
      payer: payer ?? null,
      status,
      txid,
      txidKey: txid?.toLowerCase() ?? null,
      createdAt,
      changedAt: createdAt,
      expiresAt: new Date(createdAt.getTime() + system.lifetimeMinutes * minute),
    })
    .returning();
  if (!deposit) throw new Error("The deposit was not written");
  return deposit;
}

/** Creates a past deposit with its ledger lines. */
async function seedDeposit(deps: Deps, tx: Tx, paid: Paid): Promise<void> {
  const deposit = await order(deps, tx, paid);
  await credit(depsAt(deps, new Date(paid.at.getTime() + 2 * minute)), tx, deposit);
}

const transfers: [from: string, to: string, amountCents: number, daysAgo: number][] = [
  ["anna", "clara", 15_00, 41],
  ["boris", "denis", 20_00, 26],
  ["denis", "anna", 7_50, 25],
  ["anna", "boris", 10_00, 11],
  ["clara", "anna", 4_25, 3],
];

const unpaid: (Omit<Unpaid, "at"> & { daysAgo: number })[] = [
  { owner: "anna", amountCents: 50_00, method: "card", payer: "•••• 4242", status: "rejected", daysAgo: 38 },
  {
    owner: "anna",
    amountCents: 25_00,
    method: "wallet",
    payer: "W-100200300",
    status: "cancelled",
    daysAgo: 17,
  },
  { owner: "anna", amountCents: 100_00, method: "usdt-trc20", status: "underReview", daysAgo: 0.1 },
  {
    owner: "boris",
    amountCents: 40_00,
    method: "card",
    payer: "•••• 0005",
    status: "cancelled",
    daysAgo: 19,
  },
];

/** A past transfer of money in the demo. */
export type Move = { time: Date; run: (tx: Tx) => Promise<void> };

/** Runs the moves of all clients ordered by time, so that each balance includes the moves before it. */
export async function inOrder(tx: Tx, moves: readonly Move[]): Promise<void> {
  for (const { run } of moves.toSorted((a, b) => a.time.getTime() - b.time.getTime())) await run(tx);
}

/** A deposit of a demo client, dated when the service would have seen it. */
export const depositMove = (deps: Deps, paid: Paid): Move => ({
  time: new Date(paid.at.getTime() + 2 * minute),
  run: (tx) => seedDeposit(deps, tx, paid),
});

/** Transfers between the demo clients, and the deposits that pay for them. */
export function transferMoves(deps: Deps): Move[] {
  const ago = (days: number) => new Date(deps.clock.now().getTime() - days * day);
  // the transferred sums come on top of what remains after the servers are paid
  const grants = [
    ["anna", 25_00],
    ["boris", 20_00],
    ["clara", 15_00],
    ["denis", 7_50],
  ] as const;
  return [
    ...grants.map(([owner, amountCents]) =>
      depositMove(deps, { owner, amountCents, method: "wallet", payer: "W-100200300", at: ago(45) }),
    ),
    ...transfers.map(([from, to, amountCents, daysAgo], index) => ({
      time: ago(daysAgo),
      run: async (tx: Tx) => {
        const transfer = {
          id: `demo-transfer-${index}`,
          fromId: demoId(from),
          toId: demoId(to),
          amountCents,
        };
        await moveBetweenClients(depsAt(deps, ago(daysAgo)), tx, transfer);
      },
    })),
  ];
}

/** Creates deposits that were rejected, cancelled or are still under review. Runs once. */
export async function seedDemoMoney(deps: Deps): Promise<void> {
  const ago = (days: number) => new Date(deps.clock.now().getTime() - days * day);
  await transaction(deps.db, async (tx) => {
    const [existing] = await tx
      .select({ id: deposits.id })
      .from(deposits)
      .where(and(eq(deposits.userId, demoId("anna")), eq(deposits.status, "underReview")));
    if (existing) return;
    for (const { daysAgo, ...rest } of unpaid) await order(deps, tx, { ...rest, at: ago(daysAgo) });
  });
}
