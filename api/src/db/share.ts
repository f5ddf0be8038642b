import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "#api/values/refusal";

type Holder = { client: string; isGuest: boolean };

const holder = new AsyncLocalStorage<Holder | undefined>();

/** So many wait for a connection of one client, and so long: who comes beyond that is refused. */
const waitingMax = 500;
const waitMilliseconds = 5_000;

/**
 * Runs `work` for a client: what it asks the database counts to that client's share, and a guest's to that of all guests too.
 * `undefined` is the service itself.
 */
export const onBehalfOf = <T>(client: string | undefined, work: () => T, isGuest = false): T =>
  holder.run(client === undefined ? undefined : { client, isGuest }, work);

type Share = { held: number; waiting: Set<() => void> };

const busy = () => new Refusal(429, "busy", { headers: { "retry-after": "1" } });
const allGuests = Symbol("all guests");

/**
 * Counts what each client holds, and what all guests hold together: a flood from many addresses leaves the rest to those who are
 * signed in. The answer enters the current client: it waits for its turn and returns how to leave.
 *
 * @throws {Refusal} 429 `busy` where too many wait for the same share, or one has waited for five seconds
 */
export function shares(ofOne: number, ofGuests: number): () => Promise<() => void> {
  const known = new Map<string | symbol, Share>();
  const enter = async (name: string | symbol, limit: number) => {
    const share = known.get(name) ?? { held: 0, waiting: new Set() };
    known.set(name, share);
    if (share.held < limit) share.held += 1;
    else await turn(share);
    return () => {
      const [next] = share.waiting;
      // the place is handed on: nobody can slip in between
      if (next) next();
      else share.held -= 1;
      if (share.held === 0) known.delete(name);
    };
  };
  return async () => {
    const current = holder.getStore();
    if (!current) return () => {};
    const leave = await enter(current.client, ofOne);
    if (!current.isGuest) return leave;
    try {
      const leaveGuests = await enter(allGuests, ofGuests);
      return () => {
        leaveGuests();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
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
