import type { Started } from "#api/bootstrap/create-deps";
import { createDeps } from "#api/bootstrap/create-deps";
import { StartupError } from "#api/lib/startup-error";

/**
 * Starts a service in its own process. Waits forever for an unavailable database. A wrong setting ends the process
 * with one sentence.
 */
export async function startService(options: { withWorker?: boolean } = {}): Promise<Started> {
  try {
    return await createDeps({ ...options, databaseTimeoutMs: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
