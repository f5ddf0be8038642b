import type { Started } from "#api/bootstrap/create-deps";

/** Runs `drain` at the first SIGTERM or SIGINT, then closes the database and ends the process. */
export function stopOnSignal({ deps, stop }: Started, drain: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      deps.log.info({ signal }, "stopping");
      try {
        await drain();
        await stop();
        process.exit(0);
      } catch (error) {
        deps.log.error({ err: error }, "did not stop cleanly");
        process.exit(1);
      }
    });
  }
}
