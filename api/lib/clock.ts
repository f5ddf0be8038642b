/** The time; tests hold it. */
export type Clock = {
  now(): Date;
  /** Milliseconds that only go forward, from any beginning; there where the time is the machine's and may be set. */
  monotonicMs?(): number;
};
