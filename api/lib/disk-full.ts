/** `ENOSPC`, `EDQUOT` of a file system, `EROFS` of one that was made read-only, as a failing disk is; 53100 (disk_full) of PostgreSQL. */
const codes = new Set<unknown>(["ENOSPC", "EDQUOT", "EROFS", "53100"]);

/** Whether an error, or what caused it, says that there is no room left: for now nothing can be kept, and nothing is broken. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (codes.has((at as Error & { code?: unknown }).code)) return true;
  return false;
}
