/** The text of `operations.json` that names an operation: `do_deposits_reject`. */
export const operationTextKey = (name: string): string => `do_${name.replace(/[ -]/g, "_")}`;
