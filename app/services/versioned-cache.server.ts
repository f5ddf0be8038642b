/** What only time changes, such as whether a terminal is still heard, is at most so old, in milliseconds. */
const longest = 10_000;

type Entry<T> = { version: string; until: number; made: Promise<T> };
type Make<T> = {
  make: () => Promise<T>;
  /** Whether time changes nothing of it. */
  isForGood?: (made: T) => boolean;
};

/**
 * Keeps what is made of something with a version, by key, until the version differs or ten seconds have passed. Who asks while it is
 * made waits for the same; a failure is not kept.
 *
 * @param atMost so many are kept; who was asked for last stays
 */
export function versionedCache<T>(atMost: number) {
  const entries = new Map<string, Entry<T>>();

  function anew(key: string, version: string, { make, isForGood }: Make<T>): Entry<T> {
    const one: Entry<T> = { version, until: Date.now() + longest, made: make() };
    one.made.then(
      (made) => {
        if (isForGood?.(made)) one.until = Number.POSITIVE_INFINITY;
      },
      () => {
        if (entries.get(key) === one) entries.delete(key);
      },
    );
    return one;
  }

  return (key: string, version: string, how: Make<T>): Promise<T> => {
    const known = entries.get(key);
    entries.delete(key);
    const isGood = known?.version === version && known.until > Date.now();
    const one = isGood ? known : anew(key, version, how);
    entries.set(key, one);
    if (entries.size > atMost) entries.delete(entries.keys().next().value ?? "");
    return one.made;
  };
}
