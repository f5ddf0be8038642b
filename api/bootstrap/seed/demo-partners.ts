import { eq } from "drizzle-orm";
import { partnerClicks, partnerNetwork, partnerWallets, partnerWithdrawals } from "#api/db/schema/partners";
import { promoCodes } from "#api/db/schema/promo-codes";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { workingDaysAfter } from "#api/lib/working-days";
import { attribute } from "#api/modules/partners/attribute";
import { holdWithdrawal, payWithdrawal, releaseWithdrawal } from "#api/modules/partners/money";
import { bookRewards } from "#api/modules/partners/rewards";
import { dayMilliseconds } from "#contract/day";
import { withdrawalWorkingDays } from "#contract/rules";
import { demoClients, demoId, memberSince } from "./demo-clients";
import type { Move } from "./demo-money";

const month = 30 * dayMilliseconds;

/** Clients of Anna's network who only pay: name, referrer, days since signup, monthly price, months they stayed. */
const clients: [
  key: string,
  name: string,
  referrer: string,
  daysAgo: number,
  cents: number,
  months: number,
][] = [
  ["erik", "Erik Lindqvist", "anna", 331, 19_00, 11],
  ["fatima", "Fatima Haddad", "anna", 296, 39_00, 10],
  ["grigory", "Григорий Лапин", "anna", 254, 9_00, 3],
  ["hana", "Hana Novakova", "anna", 201, 39_00, 7],
  ["igor", "Игорь Савельев", "anna", 158, 79_00, 6],
  ["julia", "Julia Brandt", "anna", 117, 19_00, 4],
  ["kirill", "Кирилл Демидов", "anna", 83, 19_00, 1],
  ["lucas", "Lucas Moreau", "anna", 52, 39_00, 2],
  ["marina", "Марина Чернова", "anna", 24, 9_00, 1],
  ["nils", "Nils Aalto", "anna", 9, 19_00, 0],
  ["olga", "Ольга Журавлёва", "erik", 270, 19_00, 9],
  ["pablo", "Pablo Serrano", "erik", 188, 9_00, 2],
  ["quentin", "Quentin Dubois", "erik", 74, 39_00, 3],
  ["roman", "Роман Ковалёв", "fatima", 233, 19_00, 8],
  ["sofia", "Sofia Rossi", "fatima", 140, 39_00, 5],
  ["timur", "Тимур Алиев", "fatima", 66, 9_00, 2],
  ["ursula", "Ursula Keller", "fatima", 31, 19_00, 1],
  ["vera", "Вера Никитина", "igor", 120, 39_00, 4],
  ["walter", "Walter Huber", "igor", 45, 79_00, 2],
  ["xenia", "Ксения Фролова", "lucas", 20, 19_00, 1],
  ["yan", "Ян Шульц", "olga", 210, 9_00, 6],
  ["zoe", "Zoe Lambert", "olga", 95, 19_00, 3],
  ["artem", "Артём Белов", "roman", 170, 39_00, 5],
  ["bianca", "Bianca Costa", "sofia", 60, 19_00, 2],
  ["carl", "Carl Nyström", "vera", 38, 9_00, 1],
];

/** Returns the dependencies with the clock at another time. */
const depsAt = (deps: Deps, time: Date): Deps => ({ ...deps, clock: { now: () => time } });

async function createReferral(
  deps: Deps,
  tx: Tx,
  [key, name, referrer, daysAgo]: (typeof clients)[number],
  now: Date,
): Promise<void> {
  const createdAt = new Date(now.getTime() - daysAgo * dayMilliseconds);
  await tx.insert(users).values({
    id: demoId(key),
    createdAt,
    emailVerifiedAt: createdAt,
    email: `${key}@demo.test`,
    name,
    // nobody logs in as one of these clients
    passwordHash: "-",
    referralCode: `${key.toUpperCase()}2026`,
    referrerId: demoId(referrer),
  });
  await attribute(depsAt(deps, createdAt), tx, demoId(key), demoId(referrer));
}

/** Returns a year of clicks, more of them towards its end; three days in seven have none. */
function clicksUntil(now: Date) {
  return Array.from({ length: 330 }, (_, index) => {
    const date = new Date(now.getTime() - (330 - index) * dayMilliseconds).toISOString().slice(0, 10);
    const count = index % 7 < 3 ? 0 : 1 + Math.floor(index / 60) + ((index * 13) % 4);
    return Array.from({ length: count }, (__, visitor) => ({
      partnerId: demoId("anna"),
      day: date,
      visitor: `demo ${visitor}`,
    }));
  }).flat();
}

const wallet = { method: "usdt_trc20", wallet: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" };

/** Finished withdrawals: one was paid, one rejected. */
const withdrawals = [
  {
    id: demoId("withdrawal-1"),
    daysAgo: 120,
    amountCents: 90_00,
    status: "paidOut",
    reference: "9b4d7c1e5f2a8036",
    decidedBy: "staff@demo.test",
  },
  {
    id: demoId("withdrawal-2"),
    daysAgo: 30,
    amountCents: 60_00,
    status: "rejected",
    decidedBy: "staff@demo.test",
    reason: "The network was overloaded that week. Please request it again.",
  },
] as const;

/** A finished withdrawal: its request, and two days later its decision. */
function withdrawalMoves(
  deps: Deps,
  { daysAgo, ...values }: (typeof withdrawals)[number],
  now: Date,
): Move[] {
  const userId = demoId("anna");
  const createdAt = new Date(now.getTime() - daysAgo * dayMilliseconds);
  const decidedAt = new Date(createdAt.getTime() + 2 * dayMilliseconds);
  const dueOn = workingDaysAfter(createdAt, withdrawalWorkingDays);
  const row = { userId, createdAt, decidedAt, dueOn, walletId: demoId("wallet"), ...wallet, ...values };
  const decide = values.status === "paidOut" ? payWithdrawal : releaseWithdrawal;
  return [
    {
      time: createdAt,
      run: async (tx) => {
        await tx.insert(partnerWithdrawals).values(row);
        await holdWithdrawal(depsAt(deps, createdAt), tx, row);
      },
    },
    { time: decidedAt, run: (tx) => decide(depsAt(deps, decidedAt), tx, row) },
  ];
}

/** The rewards of the payments of Anna's network, and her withdrawals. */
export function partnerMoves(deps: Deps): Move[] {
  const now = deps.clock.now();
  const rewards = clients.flatMap(([key, , , daysAgo, amountCents, months]) =>
    Array.from({ length: months }, (_, paid): Move => {
      const time = new Date(now.getTime() - (daysAgo - 1) * dayMilliseconds + paid * month);
      const payment = {
        id: demoId(`${key}-${paid}`),
        clientId: demoId(key),
        kind: paid === 0 ? "rent" : "renewal",
        amountCents,
        paidUntil: new Date(time.getTime() + month),
        promoCodeId: paid === 0 && daysAgo % 3 === 0 ? demoId("promo") : null,
      } as const;
      return { time, run: (tx) => bookRewards(depsAt(deps, time), tx, payment) };
    }),
  );
  return [...rewards, ...withdrawals.flatMap((one) => withdrawalMoves(deps, one, now))];
}

/**
 * Gives the demo client Anna a year as a partner: a network of three levels, clicks, a promo code and a wallet; its
 * money is in `partnerMoves`. Runs once.
 */
export async function seedDemoPartners(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    const [anna] = await tx
      .select()
      .from(users)
      .where(eq(users.id, demoId("anna")))
      .for("update");
    if (!anna || (await tx.$count(partnerNetwork, eq(partnerNetwork.partnerId, anna.id))) > 0) return;
    for (const { key, referrer } of demoClients) {
      if (referrer) await attribute(depsAt(deps, memberSince(key, now)), tx, demoId(key), demoId(referrer));
    }
    for (const client of clients) await createReferral(deps, tx, client, now);
    await tx.insert(partnerClicks).values(clicksUntil(now));
    await tx.insert(promoCodes).values({
      id: demoId("promo"),
      userId: anna.id,
      name: "ANNA5",
      discount: 5,
      createdAt: memberSince("anna", now),
    });
    const confirmedAt = new Date(now.getTime() - 120 * dayMilliseconds);
    await tx
      .insert(partnerWallets)
      .values({ id: demoId("wallet"), userId: anna.id, ...wallet, createdAt: confirmedAt, confirmedAt });
  });
}
