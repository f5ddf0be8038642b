/**
 * Set by a primary for its workers (`server/workers.ts`), not by an operator. Modules read it when they are loaded,
 * which may be before the program loads its `.env`, so it is not part of the settings (`environment.ts`).
 */
const { WORKER_COUNT = "1", WORKER_NUMBER } = process.env;

/** Number of workers of one primary that share this machine (WORKERS); 1 without a primary. */
export const workerCount = Number(WORKER_COUNT);

/** The number of this worker, from 1; undefined without a primary. */
export const workerNumber = WORKER_NUMBER ? Number(WORKER_NUMBER) : undefined;

/** Whether this process is alone or the first worker: work that only one of them does is done here. */
export const isFirstWorker = workerNumber === undefined || workerNumber === 1;

/** Returns this process's share of a limit of the whole machine; at least 1. */
export const partOfMachine = (total: number): number => Math.max(1, Math.floor(total / workerCount));
