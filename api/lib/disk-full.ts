/**
 * `ENOSPC` and `EDQUOT` of a file system, `EROFS` of one that became read-only, as on a failing disk; PostgreSQL's
 * 53100 (disk_full).
 */
const codes = new Set<unknown>(["ENOSPC", "EDQUOT", "EROFS", "53100"]);

/**
 * Returns whether an error, or one of its causes, means that the disk is full: nothing can be stored for now, and
 * nothing is broken.
 */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (codes.has((at as Error & { code?: unknown }).code)) return true;
  return false;
}
