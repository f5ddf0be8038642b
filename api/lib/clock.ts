/** The time; tests hold it. */
export type Clock = { now(): Date };
