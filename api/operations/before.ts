/** Values that an operation overwrites, by the names of its parameters where it has them. */
type Before = Readonly<Record<string, unknown>>;

/** Returns the previous values of the parameters that were given. */
export const beforeOf = (given: Readonly<Record<string, unknown>>, previous: Before): Before =>
  Object.fromEntries(Object.entries(previous).filter(([name]) => given[name] !== undefined));

/** Formats a previous value; a list may be empty or have lists. */
export function valueText(value: unknown): string {
  if (value === null || value === "") return "–";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether a value of an audit row's input holds previous values; `before` of a list is the id of a row. */
export const isBefore = (value: unknown): value is Before => typeof value === "object" && value !== null;
