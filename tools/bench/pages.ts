import type { PagesResult } from "./results";
import { median } from "./results";
import type { Served } from "./served";
import { serveBare, serveCabinet } from "./served";
import { withFolder } from "./with-folder";

/** Visitors are sent it from memory: only its owner's costs something. */
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
 * How often each page is read: until the process has compiled what it runs (a service runs for weeks), then in so many turns, so often
 * each, the first ones of a turn uncounted.
 */
type Effort = { settlingRequests: number; rounds: number; warmRequests: number; requests: number };
const thorough: Effort = { settlingRequests: 700, rounds: 3, warmRequests: 20, requests: 40 };

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
    const pages: [name: string, page: Page][] = [
      ["bare", { served: bare, path: "/", cookie: "" }],
      ["bareTable", { served: bare, path: "/table", cookie: "" }],
      ...paths.map((path): [string, Page] => [
        path,
        { served: cabinet, path, cookie: path === "/login" ? "" : cookie },
      ]),
    ];
    // what is compiled is the same for everybody, and one client may not read so much in a minute (`userReadsPerMinute`)
    const others = await Promise.all(["boris", "clara", "denis"].map((name) => logIn(cabinet.origin, name)));
    for (const [index, [, page]] of pages.entries()) {
      const other = page.cookie && page.path !== ownersPage ? others[index % others.length] : undefined;
      await readAgain({ ...page, cookie: other ?? page.cookie }, effort.settlingRequests);
    }
    const found = new Map<string, number[]>(pages.map(([name]) => [name, []]));
    for (let round = 0; round < effort.rounds; round++)
      for (const [name, page] of pages) found.get(name)?.push(await cost(effort, page));
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

type Page = { served: Served; path: string; cookie: string };

/** Processor time of a request, in milliseconds. */
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

/** The cookies of one of the demo's people as a browser has them after a first page: it was told of the sheet. */
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
