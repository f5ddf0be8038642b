import "./load-env";
import { startParts } from "#api/service/start-parts";
import { stopWhenTold } from "./stop-when-told";

/** `npm run worker`: runs jobs and nothing else. */
const started = await startParts({ withWorker: true });
stopWhenTold(started, async () => {});
started.parts.log.info("the worker runs");
