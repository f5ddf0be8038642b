import type { Deps } from "#api/deps";
import type { ChatBot } from "#api/integrations/telegram/bot";
import { sleep } from "#api/lib/sleep";
import { answer } from "./answer";

/** Any number that no other lock of the service has. */
const lockNumber = 7_311_001;
const retryMilliseconds = 15_000;

/**
 * Answers chats from this process, where no other does: the messenger lets only one listen. The right to is a lock of the database,
 * so that another process takes over when this one dies. Outages of messenger and database are waited out.
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
    // the lock of a transaction that stays open: behind a pooler one of the session would be left to whoever comes next
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
    // a broken connection is thrown away, and its lock with it
    connection.release(broken ?? true);
  }
}
