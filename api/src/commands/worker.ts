import "./load-env";
import { startParts } from "#api/service/start-parts";
import { stopWhenTold } from "./stop-when-told";

/** `npm run worker`: runs jobs and nothing else. */
const started = await startParts({ withWorker: true, patienceMilliseconds: Number.POSITIVE_INFINITY });
stopWhenTold(started, async () => {});
started.parts.log.info("the worker runs");
