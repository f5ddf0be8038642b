/**
 * Operations that need a confirmation although another operation takes them back, by that operation. All others that
 * need one can't be undone: money has moved, a machine is empty, an e-mail is sent.
 */
const reversedBy: Readonly<Record<string, string>> = {
  "clients block": "clients unblock",
  "servers block": "servers release",
  "settings set": "settings set",
  "staff disable": "staff enable",
  "maintenance plan": "maintenance cancel",
  "tariffs price": "tariffs cancel-change",
  "tariffs withdraw": "tariffs offer",
};

/** Returns the operation that takes another one back, or undefined if it can't be undone. */
export const reversingOperation = (name: string): string | undefined => reversedBy[name];
export const reversibleOperations: readonly string[] = Object.keys(reversedBy);
