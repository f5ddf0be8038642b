import { pino } from "pino";

/** JSON lines on standard output; what people say and know (passwords, tokens, codes) is never in them. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: { part: "cabinet" },
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
