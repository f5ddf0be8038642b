import { pino } from "pino";
import { logLevel } from "./env.server";

/** JSON lines on standard output; what people say and know (passwords, tokens, codes) is never in them. */
export const log = pino({
  level: logLevel(),
  base: { part: "cabinet" },
  redact: ["req.headers.cookie", "req.headers.authorization"],
});
