import { ratePrices, rates } from "#api/db/schema/vps";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";

const operatingSystems = ["Windows Server 2022", "Windows Server 2019", "Windows Server 2025"];

/** Discounts on the monthly price by period in months. */
const savings: Record<number, number> = { 1: 0, 3: 0.05, 6: 0.1, 12: 0.2 };

type Tariff = Pick<
  typeof rates.$inferInsert,
  "id" | "name" | "processor" | "memoryMb" | "diskGb" | "terminals" | "trafficGb" | "isForTests"
> & {
  monthlyCents: number;
};

/** The tariffs of a new installation; the operator changes them by `npm run operator -- tariffs`. */
const tariffs: Tariff[] = [
  {
    id: "trader-1",
    name: "Trader 1",
    processor: 1,
    memoryMb: 2048,
    diskGb: 30,
    terminals: 2,
    trafficGb: 1000,
    isForTests: true,
    monthlyCents: 900,
  },
  {
    id: "trader-2",
    name: "Trader 2",
    processor: 2,
    memoryMb: 4096,
    diskGb: 50,
    terminals: 5,
    trafficGb: 2000,
    monthlyCents: 1_900,
  },
  {
    id: "trader-4",
    name: "Trader 4",
    processor: 4,
    memoryMb: 8192,
    diskGb: 100,
    terminals: 12,
    trafficGb: null,
    monthlyCents: 3_900,
  },
  {
    id: "trader-8",
    name: "Trader 8",
    processor: 8,
    memoryMb: 16384,
    diskGb: 200,
    terminals: 30,
    trafficGb: null,
    monthlyCents: 7_900,
  },
];

/** Creates the first tariffs if there are none at all; an operator's changes stay. */
export async function seedTariffs({ db }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const [any] = await tx.select({ id: rates.id }).from(rates).limit(1);
    if (any) return;
    await tx
      .insert(rates)
      .values(tariffs.map(({ monthlyCents, ...rate }) => ({ ...rate, operatingSystems })))
      .onConflictDoNothing();
    const prices = tariffs.flatMap(({ id, monthlyCents }) =>
      Object.entries(savings).map(([months, saving]) => ({
        rateId: id,
        months: Number(months),
        priceCents: Math.round(monthlyCents * Number(months) * (1 - saving)),
      })),
    );
    await tx.insert(ratePrices).values(prices).onConflictDoNothing();
  });
}
