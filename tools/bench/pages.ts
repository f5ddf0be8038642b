import type { PagesResult } from "./results";
import { median } from "./results";
import type { Served } from "./serve";
import { serveBare, serveCabinet } from "./serve";
import { withFolder } from "./with-temp-folder";

/** Visitors get this page from a cache, so it is measured as its owner. */
const ownersPage = "/online-monitoring/demo-trend-following";
const paths = [
  "/login",
  "/vps",
  "/online-monitoring/accounts",
  ownersPage,
  "/partner-program",
  "/balance-operations",
  "/profile",
  "/faq",
];
/**
 * Number of reads of each page: first until the process has compiled its hot code (a service runs for weeks), then in
 * rounds; the first reads of a round are not counted.
 */
type Effort = { initialWarmRequests: number; rounds: number; warmRequests: number; requests: number };
const thorough: Effort = { initialWarmRequests: 700, rounds: 3, warmRequests: 20, requests: 40 };

/** Measures the cost of served pages against a minimal Remix app. */
export const measurePages = (log: (what: string) => void): Promise<PagesResult> =>
  withFolder(async (folder) => {
    const cabinet = await serveCabinet(folder, ["--demo"]);
    return pagesOf(cabinet, thorough, log).finally(cabinet.stop);
  });

/** Measures the cost of a demo's pages against a minimal Remix app, alternating within one run. */
export async function pagesOf(
  cabinet: Served,
  effort: Effort,
  log: (what: string) => void,
): Promise<PagesResult> {
  const bare = await serveBare();
  try {
    const cookie = await logIn(cabinet.origin);
    const pages: [name: string, page: Page][] = [
      ["bare", { served: bare, path: "/", cookie: "" }],
      ["bareTable", { served: bare, path: "/table", cookie: "" }],
      ...paths.map((path): [string, Page] => [
        path,
        { served: cabinet, path, cookie: path === "/login" ? "" : cookie },
      ]),
    ];
    // other clients warm the pages up, since one client is limited in reads per minute (`userReadsPerMinute`);
    // compiled code is the same for all
    const others = await Promise.all(["boris", "clara", "denis"].map((name) => logIn(cabinet.origin, name)));
    for (const [index, [, page]] of pages.entries()) {
      const other = page.cookie && page.path !== ownersPage ? others[index % others.length] : undefined;
      await readAgain({ ...page, cookie: other ?? page.cookie }, effort.initialWarmRequests);
    }
    const found = new Map<string, number[]>(pages.map(([name]) => [name, []]));
    for (let round = 0; round < effort.rounds; round++)
      for (const [name, page] of pages) found.get(name)?.push(await cost(effort, page));
    const ms = (name: string) => Number(median(found.get(name) ?? []).toFixed(2));
    for (const [name] of pages) log(`${name}: ${ms(name)} ms`);
    return {
      bare: ms("bare"),
      bareTable: ms("bareTable"),
      pages: paths.map((path) => ({ path, ms: ms(path) })),
    };
  } finally {
    await bare.stop();
  }
}

type Page = { served: Served; path: string; cookie: string };

/** Returns the CPU time of a request in milliseconds. */
async function cost({ warmRequests, requests }: Effort, page: Page): Promise<number> {
  await readAgain(page, warmRequests);
  const before = await page.served.usage();
  await readAgain(page, requests);
  const after = await page.served.usage();
  return (after.milliseconds - before.milliseconds) / requests;
}

async function readAgain({ served, path, cookie }: Page, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const page = await fetch(served.origin + path, {
      headers: { cookie, "accept-encoding": "br" },
      redirect: "manual",
    });
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    await page.text();
  }
}

/**
 * Logs a demo client in; returns the cookies that a browser has after its first page, including the one for the
 * cached stylesheet.
 */
export async function logIn(origin: string, name = "anna"): Promise<string> {
  const body = new URLSearchParams({
    email: `${name}@demo.test`,
    password: "demo-password",
    intent: "login",
  });
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await fetch(`${origin}/login`, { method: "POST", body, headers, redirect: "manual" });
  if (answer.status !== 302) throw new Error(`Logging in answered ${answer.status}`);
  const session = cookiesOf(answer);
  const firstPage = await fetch(`${origin}/vps`, { headers: { cookie: session } });
  return [session, cookiesOf(firstPage)].join("; ");
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
