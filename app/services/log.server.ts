import { pino } from "pino";
import { logHooks } from "#api/lib/log-errors";
import { workerNumber } from "#api/lib/processes";
import { environment } from "./env.server";
import { version } from "./version.server";

/** Logs JSON lines to standard output; personal input and secrets (passwords, tokens, codes) are never logged. */
export const log = pino({
  level: environment().LOG_LEVEL,
  base: { part: "cabinet", version, ...(workerNumber && { worker: workerNumber }) },
  hooks: logHooks,
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
