type Sums = {
  /** What can be taken out now. */
  availableCents: number;
  /** The least that a withdrawal takes, of all methods. */
  minCents: number;
};

/** Why nothing can be withdrawn: there is nothing, or too little, which can only be transferred; null where it can. */
export function lackOf({ availableCents, minCents }: Sums): "nothing" | "tooLittle" | null {
  if (availableCents >= Math.max(minCents, 1)) return null;
  return availableCents > 0 ? "tooLittle" : "nothing";
}
