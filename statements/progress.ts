/** Told how much of some work is done, from 0 to 1. */
export type Tell = (share: number) => Promise<void>;

/** A part of a longer work tells as that part: `partOf(tell, 0.3, 0.8)`. */
export const partOf =
  (tell: Tell, from: number, to: number): Tell =>
  (share) =>
    tell(from + share * (to - from));
