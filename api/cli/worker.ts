import "./load-env";
import { metricsOf } from "#api/bootstrap/metrics";
import { serveMetrics } from "#api/bootstrap/metrics-server";
import { environment } from "#api/lib/environment";
import { startService } from "./start";
import { stopOnSignal } from "./stop-on-signal";

/** `npm run worker`: runs jobs and nothing else. */
const started = await startService({ withWorker: true });
const closeMetrics = await serveMetrics(metricsOf(started.deps).registry, environment());
stopOnSignal(started, async () => closeMetrics());
started.deps.log.info("the worker runs");
