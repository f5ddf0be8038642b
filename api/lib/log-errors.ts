import { channel } from "node:diagnostics_channel";
import type { LoggerOptions } from "pino";

/** A line logged about a request, from level `warn` on. */
export type LoggedError = { requestId: string; text: string };

/** Process-wide, because the pages' build and the server's each have their own logger. */
const errors = channel("cabinet:logged-errors");

const warn = 40;

type Fields = { requestId?: unknown; err?: unknown };

const messageOf = (err: unknown) => {
  if (!(err instanceof Error)) return undefined;
  // the query's parameters stay out, as in the log (`errorForLog`)
  const [message = ""] = err.message.split("\nparams:");
  return `${err.name}: ${message}`;
};

/** Hooks of a logger that also hands the errors of requests to `onLoggedError`. */
export const logHooks: NonNullable<LoggerOptions["hooks"]> = {
  logMethod(args, method, level) {
    if (level >= warn && errors.hasSubscribers) {
      const [fields, message] = args as unknown as [Fields | null, unknown];
      if (typeof fields?.requestId === "string") {
        const text = [message, messageOf(fields.err)].filter(Boolean).join(": ");
        errors.publish({ requestId: fields.requestId, text } satisfies LoggedError);
      }
    }
    method.apply(this, args);
  },
};

/** Calls `listen` for each such line of this process; returns how to stop that. */
export function onLoggedError(listen: (error: LoggedError) => void): () => void {
  const listener = (message: unknown) => listen(message as LoggedError);
  errors.subscribe(listener);
  return () => void errors.unsubscribe(listener);
}
