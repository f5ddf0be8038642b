/**
 * Yields a list in chunks of at most `size`, in order: a SQL statement takes at most 65,535 parameters, and a large
 * one blocks others.
 */
export function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
