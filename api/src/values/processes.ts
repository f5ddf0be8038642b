import { environment } from "./environment";

/** How many workers of one primary share this machine (WORKERS); 1 where this process is alone. */
export const workerCount = (): number => Number(environment().WORKER_COUNT ?? 1);

/** Whether this process is alone or the first of several: what is to be done by one of them is done here. */
export const isFirstWorker = (): boolean => (environment().WORKER_NUMBER ?? "1") === "1";

/** This process's part of what the machine bears at once; at least 1. */
export const partOfMachine = (atOnce: number): number => Math.max(1, Math.floor(atOnce / workerCount()));
