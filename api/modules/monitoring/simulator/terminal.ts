import type { SimulatedAccount } from "./simulated-account";
import { bodyAt } from "./simulated-account";

const chunk = 200;

export type Posted = { status: number; nextIn: number; dealsFrom: string; message: string };
type Send = (request: Request) => Promise<Response>;

export type TerminalOptions = {
  /** Origin of the service: `http://localhost:3000`. */
  url: string;
  key: string;
  account: SimulatedAccount;
  send?: Send;
  /** Sends like a well-behaved terminal: in order, no repeats, no NUL. */
  isCalm?: boolean;
  chance?: () => number;
};

/**
 * Simulates a terminal that posts its state and the deals from where the service requested them. Unless `isCalm`, its
 * posts end in a NUL, change their Content-Type, repeat and shuffle deals, and delay some to a later post.
 */
export function simulatedTerminal({
  url,
  key,
  account,
  send = fetch,
  isCalm = false,
  chance = Math.random,
}: TerminalOptions) {
  let from = "0";
  let number = account.number;
  let pending: unknown[] = [];

  async function post(now: number): Promise<Posted> {
    const { deals, ...state } = bodyAt({ ...account, number }, now);
    const start = deals.findIndex(({ ticket }) => ticket === from);
    const some: unknown[] = deals.slice(Math.max(0, start), Math.max(0, start) + chunk);
    const { sent, withheld } = isCalm ? { sent: some, withheld: [] } : untidy([...pending, ...some]);
    const text = JSON.stringify({ ...state, ...(chance() < 0.5 ? { key } : {}), deals: sent });
    const headers = new Headers({ authorization: `Bearer ${key}` });
    if (isCalm || chance() < 0.4) headers.set("content-type", "application/json");
    else if (chance() < 0.5) headers.set("content-type", "application/x-www-form-urlencoded");
    const body = new TextEncoder().encode(isCalm ? text : `${text}\0`);
    const response = await send(
      new Request(`${url}/api/monitoring/ingest`, { method: "POST", headers, body }),
    );
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    // the server knows the account that the key belongs to
    const details = answer.details as { number?: string } | undefined;
    if (response.status === 409 && details?.number) number = details.number;
    if (response.ok) {
      from = String(answer.deals_from ?? from);
      pending = withheld;
    }
    return {
      status: response.status,
      nextIn: Number(answer.next_in ?? 60),
      dealsFrom: from,
      message: String(answer.message ?? ""),
    };
  }

  /** Shuffles and repeats deals, and holds back one of ten for the next post. */
  function untidy(deals: unknown[]): { sent: unknown[]; withheld: unknown[] } {
    const now = deals.filter(() => chance() < 0.9);
    const repeated = now.filter(() => chance() < 0.1);
    const sent = [...now, ...repeated]
      .map((deal) => ({ deal, by: chance() }))
      .sort((a, b) => a.by - b.by)
      .map(({ deal }) => deal);
    return { sent, withheld: deals.filter((deal) => !now.includes(deal)) };
  }

  return { post };
}
