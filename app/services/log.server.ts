import { pino } from "pino";
import { workerNumber } from "#api/lib/processes";
import { environment } from "./env.server";
import { version } from "./version.server";

/** JSON lines on standard output; what people say and know (passwords, tokens, codes) is never in them. */
export const log = pino({
  level: environment().LOG_LEVEL,
  base: { part: "cabinet", version, ...(workerNumber && { worker: workerNumber }) },
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
