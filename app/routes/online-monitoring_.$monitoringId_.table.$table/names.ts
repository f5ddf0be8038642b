/** The tables, and what they are called. */
export const tableNames = { days: "tableDays", months: "tableMonths", symbols: "tableSymbols" } as const;
export type TableName = keyof typeof tableNames;
