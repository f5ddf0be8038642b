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
const rounds = 3;
const warmRequests = 20;
const requests = 40;

/** What pages cost as they are served, against a Remix with nothing in it, in turns of one run. */
export const measurePages = (say: (what: string) => void): Promise<PagesResult> =>
  withFolder(async (folder) => {
    const bare = await serveBare();
    const cabinet = await serveCabinet(folder, ["--demo"]);
    try {
      const cookie = await logIn(cabinet.origin);
      const pages: [name: string, read: () => Promise<number>][] = [
        ["bare", () => cost(bare, "/")],
        ["bareTable", () => cost(bare, "/table")],
        ...paths.map((path): [string, () => Promise<number>] => [
          path,
          () => cost(cabinet, path, path === "/login" ? "" : cookie),
        ]),
      ];
      const found = new Map<string, number[]>(pages.map(([name]) => [name, []]));
      for (let round = 0; round < rounds; round++)
        for (const [name, read] of pages) found.get(name)?.push(await read());
      const ms = (name: string) => Number(median(found.get(name) ?? []).toFixed(2));
      for (const [name] of pages) say(`${name}: ${ms(name)} ms`);
      return {
        bare: ms("bare"),
        bareTable: ms("bareTable"),
        pages: paths.map((path) => ({ path, ms: ms(path) })),
      };
    } finally {
      await cabinet.stop();
      await bare.stop();
    }
  });

/** Processor time of a request, in milliseconds. */
async function cost({ origin, usage }: Served, path: string, cookie = ""): Promise<number> {
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
