import type { TestApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";

export type Terminal = {
  id: string;
  key: string;
  post: (body: object | string, headers?: Record<string, string>) => Promise<Posted>;
};
type Posted = { status: number; body: Record<string, unknown> };

let number = 250_000;

/** Creates an account of a client, with the terminal that posts for it. */
export async function newTerminal(
  api: TestApi,
  token: string,
  values: Partial<{ number: string; name: string; key: string }> = {},
): Promise<Terminal & { number: string }> {
  const account = { number: values.number ?? String(++number), name: values.name ?? "Trend following" };
  const key = values.key ?? `key-${crypto.randomUUID()}`;
  const { body, status } = await api.call(
    contract.createAccount,
    { ...account, activationKey: key },
    { token },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  const post = async (sent: object | string, headers: Record<string, string> = {}) => {
    const text = typeof sent === "string" ? sent : JSON.stringify({ v: 1, account: account.number, ...sent });
    const response = await api.fetch("/monitoring/ingest", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: text,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { id: body.monitoringId, key, number: account.number, post };
}

export const start = Date.UTC(2026, 0, 5) / 1000;
const hour = 3600;

/**
 * Returns a deposit and closed positions with these results, an hour apart, as a terminal sends them: in, out, in,
 * out.
 */
export function dealsOf(
  deposit: string,
  results: string[],
  more: { firstTicket?: number; from?: number } = {},
) {
  const { firstTicket = 1, from = start } = more;
  const deals: Record<string, unknown>[] = [
    { ticket: String(firstTicket), time: from, type: "balance", profit: deposit },
  ];
  for (const [index, profit] of results.entries()) {
    const position = String(firstTicket + 1 + 2 * index);
    const time = from + (index + 1) * hour;
    const known = { position, symbol: index % 3 ? "EURUSD" : "XAUUSD", volume: "0.1", price: "1.1" };
    deals.push({ ...known, ticket: position, time: time - hour / 2, type: "buy", entry: "in" });
    deals.push({
      ...known,
      ticket: String(firstTicket + 2 + 2 * index),
      time,
      type: "sell",
      entry: "out",
      profit,
    });
  }
  return deals;
}

/** The published history of mql5.com's article 1492 (see `statistics/statistics.test.ts`). */
export const article =
  "-17.08 -41.00 147.80 -159.96 216.97 98.30 -87.74 -27.84 12.34 48.14 -60.91 10.63 -125.42 -27.81 88.03 32.93 54.82 -160.10 -83.37 118.40 145.65 48.44 77.39 57.48 67.75 -127.10 -70.18 -127.61 31.31 -12.55".split(
    " ",
  );
