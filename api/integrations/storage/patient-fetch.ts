import { setTimeout as pause } from "node:timers/promises";

const tries = 3;
/** Until a server begins to answer, an upload's way there included. */
const patienceMilliseconds = 60_000;

/**
 * `fetch` for a store whose every request may be repeated: broken lines, 429 and answers from 500 on are asked again, three times in all.
 * The body of an answer may take as long as its reader does.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  for (let at = 1; ; at++) {
    const answer = await once(input, init).catch((error: unknown) => {
      if (at === tries) throw error;
      return null;
    });
    if (answer && ((answer.status < 500 && answer.status !== 429) || at === tries)) return answer;
    await answer?.body?.cancel();
    await pause(at * 200);
  }
};

async function once(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("no answer in time")), patienceMilliseconds);
  return fetch(input, { ...init, signal: late.signal }).finally(() => clearTimeout(timer));
}
