import "./load-env";
import { metricsOf } from "#api/bootstrap/metrics";
import { serveMetrics } from "#api/bootstrap/metrics-server";
import { startParts } from "#api/bootstrap/start-parts";
import { environment } from "#api/lib/environment";
import { stopWhenTold } from "./stop-when-told";

/** `npm run worker`: runs jobs and nothing else. */
const started = await startParts({ withWorker: true, patienceMilliseconds: Number.POSITIVE_INFINITY });
const closeMetrics = await serveMetrics(metricsOf(started.parts).registry, environment());
stopWhenTold(started, async () => closeMetrics());
started.parts.log.info("the worker runs");
