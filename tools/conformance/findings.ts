/** A check and its problem; null if there is none. */
export type Finding = { name: string; problem: string | null };

/** Collects findings. Endpoints that a service does not offer are not tested further. */
export function findingsOf() {
  const list: Finding[] = [];
  const notOffered = new Set<string>();
  const skipped = new Set<string>();
  return {
    list,
    notOffered,
    /** Reads of objects that the client does not have. */
    skipped: skipped,
    note: (name: string, problem: string | null) => void list.push({ name, problem }),
    /** Records a check; `otherwise` describes the actual behaviour. */
    holds: (name: string, isSo: boolean, otherwise: string) =>
      void list.push({ name, problem: isSo ? null : otherwise }),
  };
}
export type Findings = ReturnType<typeof findingsOf>;
