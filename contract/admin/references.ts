/** Parameters that name a client or something of a client; all others are texts, which name nobody. */
const references: ReadonlySet<string> = new Set([
  "client",
  "email",
  "address",
  "id",
  "server",
  "order",
  "orderId",
  "withdrawalId",
  "disputeId",
  "driftId",
  "number",
]);

/** Returns whether a parameter names a client or something of a client. */
export const isReference = (parameter: string): boolean => references.has(parameter);

/** Columns of a confirmation with what a reference is, written as it may have been typed. */
const identities = ["client", "clientId", "server", "order", "number"] as const;

/** Returns whether a confirmation has a typed value in a column of its own: the same field, not only the same text. */
export const isNamedIn = (
  about: Readonly<Record<string, unknown>>,
  parameter: string,
  value: string | boolean,
): boolean => isReference(parameter) && identities.some((column) => about[column] === value);
