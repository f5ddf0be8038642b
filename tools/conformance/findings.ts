/** One thing that was looked at, and what is wrong with it: null where nothing is. */
export type Finding = { name: string; problem: string | null };

/** Keeps what was found. What a service does not offer is not asked for further. */
export function findingsOf() {
  const list: Finding[] = [];
  const notOffered = new Set<string>();
  const skipped = new Set<string>();
  return {
    list,
    notOffered,
    /** Reads of things that the client has none of. */
    skipped: skipped,
    note: (name: string, problem: string | null) => void list.push({ name, problem }),
    /** Whether something is so; `otherwise` says what it is instead. */
    holds: (name: string, isSo: boolean, otherwise: string) =>
      void list.push({ name, problem: isSo ? null : otherwise }),
  };
}
export type Findings = ReturnType<typeof findingsOf>;
