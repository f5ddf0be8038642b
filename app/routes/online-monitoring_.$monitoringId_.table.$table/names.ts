/** The tables with the translation keys of their names. */
export const tableNames = { days: "tableDays", months: "tableMonths", symbols: "tableSymbols" } as const;
export type TableName = keyof typeof tableNames;
