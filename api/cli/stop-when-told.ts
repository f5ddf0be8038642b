import type { Started } from "#api/bootstrap/start-parts";

/** Runs `drain` at the first SIGTERM or SIGINT, then lets the database go and ends the process. */
export function stopWhenTold({ parts, stop }: Started, drain: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      parts.log.info({ signal }, "stopping");
      try {
        await drain();
        await stop();
        process.exit(0);
      } catch (error) {
        parts.log.error({ err: error }, "did not stop cleanly");
        process.exit(1);
      }
    });
  }
}
