/** Columns whose values are words of the service, not of people. In a column of numbers it is `unknown` or `unlimited`. */
const columns = [
  ...["status", "state", "event", "node", "kind", "waitsFor", "system", "to", "dispute", "held"],
  ...["partner", "monitoring", "plan", "roles", "setting", "channel"],
  ...["trafficGb", "processor", "freeMemoryMb", "freeDiskGb"],
];

/** Columns of one list whose values are. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  "staff list": ["language"],
  "texts list": ["name", "language", "author"],
  "texts restore": ["effective", "readers"],
  "texts write": ["effective", "readers"],
  "tickets read": ["author"],
};

/** Whether a column of an operation has words of the service, or lists of them, shown in the viewer's language. */
export const hasWords = (column: string, operation: string): boolean =>
  columns.includes(column) || Boolean(columnsOf[operation]?.includes(column));

/** Returns the words of a value: roles are a list. */
export const wordsOf = (value: string): string[] => value.split(", ");

/** Translates the words of a value. */
export const translateWords = (value: string, translate: (word: string) => string): string =>
  wordsOf(value)
    .map((word) => translate(word))
    .join(", ");
