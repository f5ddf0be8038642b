import type { PagesResult } from "./results";
import { median } from "./results";
import type { Served } from "./served";
import { serveBare, serveCabinet } from "./served";
import { withFolder } from "./with-folder";

const paths = [
  "/login",
  "/vps",
  "/online-monitoring/accounts",
  "/online-monitoring/demo-trend-following",
  "/partner-program",
  "/balance-operations",
  "/profile",
  "/faq",
];
/** How often each page is read: in so many turns, so often each, the first ones uncounted. */
type Effort = { rounds: number; warmRequests: number; requests: number };
const thorough: Effort = { rounds: 3, warmRequests: 20, requests: 40 };

/** What pages cost as they are served, against a Remix with nothing in it. */
export const measurePages = (say: (what: string) => void): Promise<PagesResult> =>
  withFolder(async (folder) => {
    const cabinet = await serveCabinet(folder, ["--demo"]);
    return pagesOf(cabinet, thorough, say).finally(cabinet.stop);
  });

/** What pages of a demo cost, against a Remix with nothing in it, in turns of one run. */
export async function pagesOf(
  cabinet: Served,
  effort: Effort,
  say: (what: string) => void,
): Promise<PagesResult> {
  const bare = await serveBare();
  try {
    const cookie = await logIn(cabinet.origin);
    const pages: [name: string, read: () => Promise<number>][] = [
      ["bare", () => cost(effort, bare, "/")],
      ["bareTable", () => cost(effort, bare, "/table")],
      ...paths.map((path): [string, () => Promise<number>] => [
        path,
        () => cost(effort, cabinet, path, path === "/login" ? "" : cookie),
      ]),
    ];
    const found = new Map<string, number[]>(pages.map(([name]) => [name, []]));
    for (let round = 0; round < effort.rounds; round++)
      for (const [name, read] of pages) found.get(name)?.push(await read());
    const ms = (name: string) => Number(median(found.get(name) ?? []).toFixed(2));
    for (const [name] of pages) say(`${name}: ${ms(name)} ms`);
    return {
      bare: ms("bare"),
      bareTable: ms("bareTable"),
      pages: paths.map((path) => ({ path, ms: ms(path) })),
    };
  } finally {
    await bare.stop();
  }
}

/** Processor time of a request, in milliseconds. */
async function cost(
  { warmRequests, requests }: Effort,
  { origin, usage }: Served,
  path: string,
  cookie = "",
): Promise<number> {
  const read = async () => {
    const page = await fetch(origin + path, {
      headers: { cookie, "accept-encoding": "br" },
      redirect: "manual",
    });
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    await page.text();
  };
  for (let count = 0; count < warmRequests; count++) await read();
  const before = await usage();
  for (let count = 0; count < requests; count++) await read();
  const after = await usage();
  return (after.milliseconds - before.milliseconds) / requests;
}

/** The cookies of one of the demo's people. */
export async function logIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ email: "anna@demo.test", password: "demo-password", intent: "login" });
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await fetch(`${origin}/login`, { method: "POST", body, headers, redirect: "manual" });
  if (answer.status !== 302) throw new Error(`Logging in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
