/** Reports the progress of some work, from 0 to 1. */
export type Tell = (share: number) => Promise<void>;

/** Maps the progress of a part to that of the whole work: `partOf(tell, 0.3, 0.8)`. */
export const partOf =
  (tell: Tell, from: number, to: number): Tell =>
  (share) =>
    tell(from + share * (to - from));
