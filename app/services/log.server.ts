import { pino } from "pino";
import { logLevel, workerNumber } from "./env.server";
import { version } from "./version.server";

/** JSON lines on standard output; what people say and know (passwords, tokens, codes) is never in them. */
export const log = pino({
  level: logLevel(),
  base: { part: "cabinet", version, ...(workerNumber() && { worker: workerNumber() }) },
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
