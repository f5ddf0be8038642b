import { Refusal } from "./refusal";

/**
 * Lets so many through at once and so many wait; who comes beyond that is refused at once with 429 `busy`,
 * so that a queue never grows past what can be served in good time.
 */
export function turnstile({ at, waiting }: { at: number; waiting: number }) {
  let inside = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= at && queue.length >= waiting) {
      throw new Refusal(429, "busy", { headers: { "retry-after": "1" } });
    }
    // who leaves hands the place on: nobody can slip in between
    if (inside >= at) await new Promise<void>((resolve) => queue.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

/** A turnstile for each name, for as long as somebody is inside or waits. */
export function turnstiles(size: { at: number; waiting: number }) {
  const known = new Map<string, { pass: ReturnType<typeof turnstile>; users: number }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const own = known.get(name) ?? { pass: turnstile(size), users: 0 };
    known.set(name, own);
    own.users += 1;
    try {
      return await own.pass(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) known.delete(name);
    }
  };
}
