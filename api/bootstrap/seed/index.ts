import type { Parts } from "#api/deps";
import { seedDemoMoney } from "./demo-money";
import { seedDemoMonitoring } from "./demo-monitoring";
import { seedDemoPartners } from "./demo-partners";
import { seedDemoServers } from "./demo-servers";
import { seedDemoTickets } from "./demo-tickets";
import { seedPeople } from "./people";
import { seedTariffs } from "./tariffs";

/** Fills what a fresh service needs; with `withDemo` also named demo people. Safe to run at every start. */
export async function seed(parts: Parts, { withDemo }: { withDemo: boolean }): Promise<void> {
  await seedTariffs(parts);
  if (withDemo) await seedPeople(parts);
  if (withDemo) await seedDemoPartners(parts);
  if (withDemo) await seedDemoServers(parts);
  if (withDemo) await seedDemoMoney(parts);
  if (withDemo) await seedDemoMonitoring(parts);
  if (withDemo) await seedDemoTickets(parts);
}
