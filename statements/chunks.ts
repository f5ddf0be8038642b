/** A list in pieces of at most `size`, in its order: one statement takes 65,535 parameters, and a large one holds others up. */
export function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
