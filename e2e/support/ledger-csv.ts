/** Returns the amounts of a ledger export in cents; those of a whole ledger add up to zero. */
export function amountsOf(csv: string): number[] {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const amount = head.split(",").indexOf("amount_cents");
  return lines.map((line) => Number(line.split(",")[amount]));
}
