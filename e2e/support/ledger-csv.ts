/** Returns the amounts of a ledger export in cents; those of a whole ledger add up to zero. */
export function amountsOf(csv: string): number[] {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const amount = head.split(",").indexOf("amount_cents");
  return lines.map((line) => Number(line.split(",")[amount]));
}

/** Returns the sum of a client's main account in a ledger export, in cents: with opening balances its balance. */
export function balanceOf(csv: string, clientId: string): number {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const columns = head.split(",");
  const cell = (line: string, name: string) => line.split(",")[columns.indexOf(name)];
  return lines
    .filter((line) => cell(line, "client_id") === clientId && cell(line, "account") === "main")
    .reduce((sum, line) => sum + Number(cell(line, "amount_cents")), 0);
}
