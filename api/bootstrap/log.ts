import { DrizzleQueryError } from "drizzle-orm/errors";
import type { Logger } from "pino";
import { pino } from "pino";
import type { Environment } from "#api/lib/environment";
import { workerNumber } from "#api/lib/processes";
import { version } from "#api/lib/version";

/**
 * Errors as they may stand in a log. A failed query carries its parameters, and PostgreSQL's details quote rows: password hashes, tokens
 * and addresses are among them. The statement and PostgreSQL's code and message say enough.
 */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, stack = "" } = error;
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  const isQuery = error instanceof DrizzleQueryError;
  const code = (error as Error & { code?: unknown }).code;
  return {
    type: name,
    message: isQuery ? `Failed query: ${error.query}` : error.message,
    ...(typeof code === "string" && { code }),
    stack: frames.join("\n"),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  };
}

/** JSON lines on standard output, without what people say and know. */
export const makeLog = (part: string, { LOG_LEVEL }: Pick<Environment, "LOG_LEVEL">): Logger =>
  pino({
    level: LOG_LEVEL,
    base: { part, version, ...(workerNumber && { worker: workerNumber }) },
    serializers: { err: errorForLog },
    redact: ["*.password", "*.token", "*.refreshToken", "*.authorization", "*.cookie"],
  });
