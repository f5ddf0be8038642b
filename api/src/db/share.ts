import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "#api/values/refusal";

const holder = new AsyncLocalStorage<string | undefined>();

/** So many wait for a connection of one client, and so long: who comes beyond that is refused. */
const waitingMax = 500;
const waitMilliseconds = 5_000;

/** Runs `work` for a client: what it asks the database counts to that client's share. `undefined` is the service itself. */
export const onBehalfOf = <T>(client: string | undefined, work: () => T): T => holder.run(client, work);

type Share = { held: number; waiting: Set<() => void> };

const busy = () => new Refusal(429, "busy", { headers: { "retry-after": "1" } });

/**
 * Counts what each client holds. The answer enters the current client: it waits for its turn and returns how to leave.
 *
 * @throws {Refusal} 429 `busy` where too many of one client wait, or one has waited for five seconds
 */
export function shares(limit: number): () => Promise<() => void> {
  const known = new Map<string, Share>();
  return async () => {
    const client = holder.getStore();
    if (client === undefined) return () => {};
    const share = known.get(client) ?? { held: 0, waiting: new Set() };
    known.set(client, share);
    if (share.held < limit) share.held += 1;
    else await turn(share);
    return () => {
      const [next] = share.waiting;
      // the place is handed on: nobody can slip in between
      if (next) next();
      else share.held -= 1;
      if (share.held === 0) known.delete(client);
    };
  };
}

function turn({ waiting }: Share): Promise<void> {
  if (waiting.size >= waitingMax) throw busy();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(enter);
      reject(busy());
    }, waitMilliseconds);
    const enter = () => {
      clearTimeout(timer);
      waiting.delete(enter);
      resolve();
    };
    waiting.add(enter);
  });
}
