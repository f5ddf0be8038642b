import type { Deps } from "#api/deps";
import type { ChatBot } from "#api/integrations/telegram/bot";
import { sleep } from "#api/lib/sleep";
import { answer } from "./answer";

/** Arbitrary number that differs from the service's other advisory locks. */
const lockNumber = 7_311_001;
const retryMilliseconds = 15_000;

/**
 * Answers chats in one process at a time, because the messenger allows only one listener. A database lock selects the
 * process, so that another takes over if this one dies. Retries after outages of messenger and database.
 */
export function startListening(
  deps: Deps,
  bot: ChatBot,
  pause = retryMilliseconds,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce(deps, bot, stopping.signal).catch((error: unknown) =>
        deps.log.warn({ err: error }, "chat-bot is not listening"),
      );
      await sleep(pause, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function listenOnce(deps: Deps, bot: ChatBot, signal: AbortSignal): Promise<void> {
  const connection = await deps.db.$client.connect();
  let broken: Error | undefined;
  const lost = new Promise<void>((resolve) =>
    connection.once("error", (error) => {
      broken = error;
      resolve();
    }),
  );
  try {
    // a transaction lock in an open transaction: behind a pooler, a session lock would pass to the next user of the
    // connection
    await connection.query("begin");
    await connection.query("set local idle_in_transaction_session_timeout = 0");
    const { rows } = await connection.query<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock($1) as taken",
      [lockNumber],
    );
    if (!rows[0]?.taken) return;
    const { stop, ended } = await bot.listen((command) => answer(deps, command));
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    try {
      await Promise.race([ended, stopped, lost]);
    } finally {
      await stop();
    }
  } finally {
    // destroys the connection and with it the lock
    connection.release(broken ?? true);
  }
}
