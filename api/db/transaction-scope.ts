import { AsyncLocalStorage } from "node:async_hooks";

/** A transaction scope: code runs inside of a transaction. */
type Extent = {
  /** Becomes false when the transaction ends, also for work that it started without awaiting. */
  isOpen: boolean;
};

const extent = new AsyncLocalStorage<Extent>();

/** Runs `work` inside a transaction scope. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const here: Extent = { isOpen: true };
  try {
    return await extent.run(here, work);
  } finally {
    here.isOpen = false;
  }
}

/**
 * Throws inside a transaction. Another connection of the pool would not see the transaction's changes, and ten
 * callers that hold one connection each and wait for a second one would block the whole service.
 */
export function rejectInsideTransaction(): void {
  if (extent.getStore()?.isOpen)
    throw new Error("The pool's db was used inside a transaction: ask the transaction's own tx");
}

/** Returns whether this code runs inside a transaction that has not ended. */
export const isInsideTransaction = (): boolean => extent.getStore()?.isOpen ?? false;
