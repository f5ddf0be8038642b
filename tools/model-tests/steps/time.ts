import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import { processDueSubscriptions } from "#api/modules/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/modules/partners/expire-withdrawals";
import { expireDepositsJob } from "#api/modules/payments/expire-deposits";
import { processDueServers } from "#api/modules/vps/server/process-due-servers";
import { enqueue } from "#api/queue/enqueue";
import type { ModelEvent } from "#tools/model-tests/model-event";
import type { World } from "#tools/model-tests/world";

/** The clock, and the scheduled jobs. */

const sweeps = [processDueServers, processDueSubscriptions, expireDepositsJob, expireWithdrawals] as const;

async function runJobs({ api }: World): Promise<void> {
  for (const job of sweeps) await transaction(api.db, (tx) => enqueue(tx, job, {}, { key: "schedule" }));
  await runDueJobs(api.deps);
}

/** Runs due jobs; in a burst, by several workers at once. */
export const jobs: ModelEvent = { name: "jobs", happen: runJobs };

/** Advances the clock and runs due jobs, as workers do at intervals. */
export const pass = (hours: number): ModelEvent => ({
  name: `pass ${hours} hours`,
  happen: async (world) => {
    world.api.pass({ minutes: hours * 60 });
    await runJobs(world);
  },
});

/** Lets machines be set up, resized and blocked. */
export const machinesReady: ModelEvent = {
  name: "machines-ready",
  happen: async (world) => {
    await runJobs(world);
    world.api.pass({ minutes: 2 });
    await runJobs(world);
  },
};
