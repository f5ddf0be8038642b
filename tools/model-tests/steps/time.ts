import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import { processDueSubscriptions } from "#api/modules/monitoring/subscription/autopay";
import { expireWithdrawals } from "#api/modules/partners/expire-withdrawals";
import { expireDepositsJob } from "#api/modules/payments/expire-deposits";
import { processDueServers } from "#api/modules/vps/server/process-due-servers";
import { enqueue } from "#api/queue/enqueue";
import type { ModelEvent } from "#tools/model-tests/step";
import type { World } from "#tools/model-tests/world";

/** The clock, and the jobs that look at it. */

const sweeps = [processDueServers, processDueSubscriptions, expireDepositsJob, expireWithdrawals] as const;

async function runJobs({ api }: World): Promise<void> {
  for (const sweep of sweeps) await transaction(api.db, (tx) => enqueue(tx, sweep, {}, { key: "schedule" }));
  await runDueJobs(api.deps);
}

/** What is due is done; by several workers at once where it happens in a burst. */
export const jobs: ModelEvent = { name: "jobs", happen: runJobs };

/** Time goes on and what becomes due is done, as by workers that look now and then. */
export const pass = (hours: number): ModelEvent => ({
  name: `pass ${hours} hours`,
  happen: async (world) => {
    world.api.pass({ minutes: hours * 60 });
    await runJobs(world);
  },
});

/** Machines are set up, resized and blocked by now. */
export const machinesReady: ModelEvent = {
  name: "machines-ready",
  happen: async (world) => {
    await runJobs(world);
    world.api.pass({ minutes: 2 });
    await runJobs(world);
  },
};
