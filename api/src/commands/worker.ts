import "./load-env";
import { metricsOf } from "#api/service/metrics";
import { serveMetrics } from "#api/service/metrics-server";
import { startParts } from "#api/service/start-parts";
import { environment } from "#api/values/environment";
import { stopWhenTold } from "./stop-when-told";

/** `npm run worker`: runs jobs and nothing else. */
const started = await startParts({ withWorker: true, patienceMilliseconds: Number.POSITIVE_INFINITY });
const closeMetrics = await serveMetrics(metricsOf(started.parts).registry, environment());
stopWhenTold(started, async () => closeMetrics());
started.parts.log.info("the worker runs");
