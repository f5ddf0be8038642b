import { pino } from "pino";
import { version } from "./version.server";

/** JSON lines on standard output; what people say and know (passwords, tokens, codes) is never in them. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: { part: "cabinet", version },
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
