import type { Deps } from "#api/deps";
import { storeShippedTexts } from "#api/modules/texts/versions";
import { seedClients } from "./demo-clients";
import { seedDemoMoney } from "./demo-money";
import { seedDemoMonitoring } from "./demo-monitoring";
import { seedDemoPartners } from "./demo-partners";
import { seedDemoServers } from "./demo-servers";
import { seedDemoStaff } from "./demo-staff";
import { seedDemoTickets } from "./demo-tickets";
import { seedTariffs } from "./tariffs";

/**
 * Creates the rows that a new installation needs; with `withDemo` also the demo clients, with `withStaff` also demo
 * staff. Safe to run at every start.
 */
export async function seed(
  deps: Deps,
  { withDemo, withStaff = false }: { withDemo: boolean; withStaff?: boolean },
): Promise<void> {
  await seedTariffs(deps);
  await storeShippedTexts(deps);
  if (withDemo) await seedClients(deps);
  if (withDemo) await seedDemoPartners(deps);
  if (withDemo) await seedDemoServers(deps);
  if (withDemo) await seedDemoMoney(deps);
  if (withDemo) await seedDemoMonitoring(deps);
  if (withDemo) await seedDemoTickets(deps);
  if (withStaff) await seedDemoStaff(deps);
}
