import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { parse } from "node-html-parser";

const assets = "build/client/assets";

/** What a page weighs on the wire, in bytes of brotli 11; scripts and styles file by file, as they are sent. */
export type Weight = {
  /** Script that comes before anything is touched. */
  script: number;
  /** Its built files. */
  scriptFiles: string[];
  /** The address of the file with its words and routes, which the server makes; none where there is no script. */
  texts: string | undefined;
  htmlAndStyles: number;
  /** Requests before the first paint: the page, and what holds it up. */
  blockingRequests: number;
  /** The address of each script tag; `inline` of those that have none. */
  scriptTags: string[];
  /** The same with what stands in them. */
  tags: { address: string | undefined; code: string }[];
};

const sizes = new Map<string, number>();
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? brotliCompressSync(readFileSync(join(assets, name))).length;
  sizes.set(name, size);
  return size;
}

const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

/** The files of a chunk's imports: `from"./x.js"`, `import"./x.js"`. */
function importsOf(name: string): string[] {
  if (name.endsWith(".css")) return [];
  const code = readFileSync(join(assets, name), "utf8");
  return [...code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, file]) => file ?? "");
}

/** What React Aria makes better once it is touched: each is a file of its own (docs/adr/0008). */
export const pieces = ["chart-tooltips", "choice-box", "crop-fields", "day-range", "file-drop"];

/** What a piece brings that a page with these files has not, in bytes. */
export function weighPiece(piece: string, known: readonly string[]): number {
  const own = readdirSync(assets).filter((name) => name.startsWith(`${piece}-`) && /\.(js|css)$/.test(name));
  if (!own.some((name) => name.endsWith(".js"))) throw new Error(`The build has no ${piece}`);
  return sum([...closure(own)].filter((name) => !known.includes(name)));
}

function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...importsOf(name));
  }
  return found;
}

/** A page as a browser gets it that has been nowhere here: with its styles in it. */
export const firstVisit = (who: APIRequestContext, path: string): Promise<string> => visit(who, path, []);

/** The same page where the browser has the sheet already. */
export const laterVisit = (who: APIRequestContext, path: string): Promise<string> =>
  visit(who, path, [sheetCookie]);

const sheetCookie = "styles";

async function visit(who: APIRequestContext, path: string, cachedFiles: readonly string[]): Promise<string> {
  const { cookies } = await who.storageState();
  const sent = cookies.filter(({ name }) => name !== sheetCookie || cachedFiles.includes(name));
  if (cachedFiles.length > 0 && !sent.some(({ name }) => name === sheetCookie))
    throw new Error("No page has brought the sheet yet");
  const cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  return (await who.get(path, { headers: { cookie } })).text();
}

/** Weighs a page by its HTML, on the built files. */
export function weigh(html: string): Weight {
  const page = parse(html, { comment: false });
  const scripts = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name ?? "");
  const styles = page
    .querySelectorAll('link[rel="stylesheet"]')
    .map((link) => link.getAttribute("href")?.replace("/assets/", "") ?? "");
  const blocking = page
    .querySelectorAll("script[src]")
    .filter((script) => !script.hasAttribute("async") && script.getAttribute("type") !== "module");
  const tags = page
    .querySelectorAll("script")
    .map((script) => ({ address: script.getAttribute("src"), code: script.text }));
  const scriptFiles = [...closure(scripts)];
  return {
    script: sum(scriptFiles),
    scriptFiles,
    texts: /\/texts\/[\w./-]+\.js/.exec(html)?.[0],
    htmlAndStyles: brotliCompressSync(html).length + sum(new Set(styles)),
    blockingRequests: 1 + styles.length + blocking.length,
    scriptTags: tags.map(({ address }) => address ?? "inline"),
    tags,
  };
}
