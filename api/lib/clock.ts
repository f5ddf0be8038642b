/** The time; tests control it. */
export type Clock = {
  now(): Date;
  /**
   * Monotonic milliseconds from an arbitrary origin; present if the clock is the machine's, whose time may be
   * changed.
   */
  monotonicMs?(): number;
};
