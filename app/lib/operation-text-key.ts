/** The text of `operations.json` that names an operation: `do_deposits_reject`. */
export const operationTextKey = (name: string): string => `do_${name.replace(/[ -]/g, "_")}`;

/** The text of `operations.json` that heads a column of a list: `column_paidUntil`; what follows a comma is a unit. */
export const columnTextKey = (name: string): string =>
  `column_${name.replace(/,.*/, "").replace(/[ -]/g, "_")}`;
