// Puts a dictionary of each language among the built files: what the pages of a client who rents a server have in common, by which
// the cabinet compresses documents for browsers that have it (docs/decisions/0200). The pages are the build's own, drawn for a client
// that does not exist (sample-answers.ts). `vite.config.ts` runs it at the end of a build, in a process of its own.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { usedRules, withoutStyles } from "#app/services/used-styles.server";
import { languages } from "#contract/languages";
import { sampleService } from "./sample-answers";

const folder = "build/client/assets";
const startMilliseconds = 30_000;

type Seam = { serveBehindTheSeam: () => Promise<void> };

async function serveSamples(): Promise<string> {
  const service = createServer(sampleService).listen(0, "127.0.0.1");
  // a port that is free, for the cabinet
  const other = createServer().listen(0, "127.0.0.1");
  await Promise.all([once(service, "listening"), once(other, "listening")]);
  const portOf = (server: typeof service) => (server.address() as AddressInfo).port;
  const port = portOf(other);
  await new Promise((resolve) => other.close(resolve));
  Object.assign(process.env, {
    ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), PUBLIC_ORIGIN: "" },
    ...{
      API_URL: `http://127.0.0.1:${portOf(service)}`,
      SESSION_SECRET: "of nobody, and for no longer than it takes",
    },
    ...{ LOG_LEVEL: "silent", METRICS_PORT: "" },
  });
  const seam = (await import(new URL("seam.mjs", import.meta.url).href)) as Seam;
  await seam.serveBehindTheSeam();
  return `http://127.0.0.1:${port}`;
}

async function untilItAnswers(origin: string): Promise<void> {
  for (const until = Date.now() + startMilliseconds; Date.now() < until; ) {
    const answer = await fetch(`${origin}/livez`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The built cabinet did not start");
}

type Visit = (path: string, form?: Record<string, string>) => Promise<Response>;

/** A browser in some language that keeps its cookies, but not the styles. */
function visitor(origin: string, language: string): Visit {
  const chosen = encodeURIComponent(Buffer.from(JSON.stringify(language)).toString("base64"));
  const cookies = new Map([["language", chosen]]);
  return async (path, form) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(origin + path, {
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
      headers: { cookie, "sec-fetch-site": "same-origin" },
      redirect: "manual",
    });
    for (const said of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(said) ?? [];
      if (name !== "styles") cookies.set(name, value);
    }
    if (answer.status !== (form ? 302 : 200)) throw new Error(`${path} is answered by ${answer.status}`);
    return answer;
  };
}

/** The order of a server, and the list after it was paid, as they are sent; without what is another's in each answer. */
async function pagesOf(visit: Visit): Promise<string[]> {
  await visit("/login", { intent: "login", email: "ann@example.test", password: "a good password" });
  const order = "/vps/order/trader-1?months=1";
  const ordered = await (await visit(order)).text();
  await visit(order, {
    ...{ intent: "pay", months: "1", operatingSystem: "Windows Server 2022", comment: "", promoCode: "" },
    ...{ idempotencyKey: crypto.randomUUID(), agreed: "1=900" },
  });
  const paid = await (await visit("/vps")).text();
  return [ordered, paid].map((page) =>
    page.replace(/ nonce="[^"]+"/g, ' nonce=""').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, ""),
  );
}

const styles = /(<style[^>]*>)[\s\S]*?(<\/style>)/;

function dictionaryOf([ordered = "", paid = ""]: readonly string[], sheet: string): string {
  // what all of them need stands in each of them: the document that is compressed by it brings these rules, whole
  const rules = usedRules(sheet, withoutStyles(ordered) + withoutStyles(paid));
  return paid.replace(styles, (_, open, close) => open + rules + close) + withoutStyles(ordered);
}

const origin = await serveSamples();
await untilItAnswers(origin);
const sheetName = readdirSync(folder).find((name) => /^index-.*\.css$/.test(name)) ?? "";
const sheet = readFileSync(`${folder}/${sheetName}`, "utf8");
for (const language of languages) {
  const text = dictionaryOf(await pagesOf(visitor(origin, language)), sheet);
  const tag = createHash("sha256").update(text).digest("hex").slice(0, 8);
  writeFileSync(`${folder}/dictionary-${language}-${tag}.txt`, text);
}
process.exit(0);
