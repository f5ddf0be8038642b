/**
 * What a primary tells its workers (`server/workers.ts`), and no operator sets. It is read where modules are loaded, which may be
 * before a program has loaded its `.env`: so it is no part of the settings (`environment.ts`).
 */
const { WORKER_COUNT = "1", WORKER_NUMBER } = process.env;

/** How many workers of one primary share this machine (WORKERS); 1 where this process is alone. */
export const workerCount = Number(WORKER_COUNT);

/** Which of them this is, from 1 on; undefined where it is alone. */
export const workerNumber = WORKER_NUMBER ? Number(WORKER_NUMBER) : undefined;

/** Whether this process is alone or the first of several: what is to be done by one of them is done here. */
export const isFirstWorker = workerNumber === undefined || workerNumber === 1;

/** This process's part of what the machine bears at once; at least 1. */
export const partOfMachine = (total: number): number => Math.max(1, Math.floor(total / workerCount));
