/** Columns whose values are words of the service, not of people. */
const columns = [
  ...["status", "state", "event", "node", "kind", "waitsFor", "system", "to", "dispute", "held"],
  ...["partner", "monitoring", "plan", "roles", "setting", "channel"],
];

/** Columns of one list whose values are. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  "staff list": ["language"],
  "texts list": ["name", "language", "author"],
  "tickets read": ["author"],
};

/** Words that stand in place of a number. */
const wordsOfNumbers = ["unknown", "unlimited"];
/** Columns that people write, where such a word is their own. */
const written = ["name", "clientName", "comment", "reason", "subject", "text", "email", "address", "note"];

/** Whether a value of an operation's row is a word of the service, or a list of them, shown in the viewer's language. */
export const isWord = (value: string, column: string, operation: string): boolean =>
  columns.includes(column) ||
  (wordsOfNumbers.includes(value) && !written.includes(column)) ||
  Boolean(columnsOf[operation]?.includes(column));

/** Returns the words of a value: roles are a list. */
export const wordsOf = (value: string): string[] => value.split(", ");
