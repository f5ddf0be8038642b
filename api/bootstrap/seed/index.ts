import type { Deps } from "#api/deps";
import { seedDemoMoney } from "./demo-money";
import { seedDemoMonitoring } from "./demo-monitoring";
import { seedDemoPartners } from "./demo-partners";
import { seedDemoServers } from "./demo-servers";
import { seedDemoTickets } from "./demo-tickets";
import { seedPeople } from "./people";
import { seedTariffs } from "./tariffs";

/** Fills what a fresh service needs; with `withDemo` also named demo people. Safe to run at every start. */
export async function seed(deps: Deps, { withDemo }: { withDemo: boolean }): Promise<void> {
  await seedTariffs(deps);
  if (withDemo) await seedPeople(deps);
  if (withDemo) await seedDemoPartners(deps);
  if (withDemo) await seedDemoServers(deps);
  if (withDemo) await seedDemoMoney(deps);
  if (withDemo) await seedDemoMonitoring(deps);
  if (withDemo) await seedDemoTickets(deps);
}
