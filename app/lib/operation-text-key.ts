/** Returns the key of an operation's name in `operations.json`: `do_deposits_reject`. */
export const operationTextKey = (name: string): string => `do_${name.replace(/[ -]/g, "_")}`;

/** Returns the key of a column header in `operations.json`: `column_paidUntil`; the part after a comma is a unit. */
export const columnTextKey = (name: string): string =>
  `column_${name.replace(/,.*/, "").replace(/[ -]/g, "_")}`;
