/**
 * Operations that need a confirmation although another operation takes them back wholly, by that operation; what else
 * can be done after the others is in `operations.json`, `undo_…`, or nothing (`consequences.ts`).
 */
const reversedBy: Readonly<Record<string, string>> = {
  "clients block": "clients unblock",
  "clients unblock": "clients block",
  "servers block": "servers release",
  "servers release": "servers block",
  "servers snapshot": "servers drop-snapshot",
  "settings set": "settings set",
  "staff disable": "staff enable",
  "staff enable": "staff disable",
  "staff roles": "staff roles",
  "flags set": "flags set",
  "alerts show": "alerts end",
  "alerts end": "alerts show",
  "promo-codes create": "promo-codes end",
  "partner terms": "partner terms",
  "tariffs set": "tariffs set",
  "tariffs withdraw": "tariffs offer",
  "tariffs offer": "tariffs withdraw",
  "tariffs for-tests": "tariffs for-tests",
  "texts write": "texts restore",
  "texts restore": "texts restore",
};

/** Returns the operation that takes another one back, or undefined if it can't be undone. */
export const reversingOperation = (name: string): string | undefined => reversedBy[name];
export const reversibleOperations: readonly string[] = Object.keys(reversedBy);
