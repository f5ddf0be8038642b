import type { EquitySummary } from "./equity";
import type { Summary } from "./summary";

/** Summaries as JSON text: a bigint is written `"12n"`, and read back as it was. */
export function toJson(summary: Summary | EquitySummary): string {
  return JSON.stringify(summary, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

export const summaryFrom = (text: string) => JSON.parse(text, revive) as Summary;
export const equityFrom = (text: string) => JSON.parse(text, revive) as EquitySummary;

const bigints = /^-?\d+n$/;
const revive = (_: string, value: unknown) =>
  typeof value === "string" && bigints.test(value) ? BigInt(value.slice(0, -1)) : value;
