import { AsyncLocalStorage } from "node:async_hooks";

/** A transaction that code runs inside of. */
type Extent = {
  /** Ends with the transaction, for what it started and did not wait for. */
  isOpen: boolean;
};

const extent = new AsyncLocalStorage<Extent>();

/** Runs `work` as the inside of a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const here: Extent = { isOpen: true };
  try {
    return await extent.run(here, work);
  } finally {
    here.isOpen = false;
  }
}

/**
 * Throws inside a transaction. There, another connection of the pool would see nothing of what the transaction did, and ten callers
 * who hold one connection each and wait for a second stop the whole service.
 */
export function refuseInsideTransaction(): void {
  if (extent.getStore()?.isOpen)
    throw new Error("The pool's db was used inside a transaction: ask the transaction's own tx");
}

/** Whether this code runs inside a transaction that has not ended. */
export const isInsideTransaction = (): boolean => extent.getStore()?.isOpen ?? false;
