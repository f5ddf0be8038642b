import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { parse } from "node-html-parser";

const assets = "build/client/assets";

/**
 * The size of a page as transferred, in bytes after brotli; scripts and styles are counted per file, as they are sent.
 */
export type Weight = {
  /** Script loaded before the first interaction. */
  script: number;
  /** The page's built script files. */
  scriptFiles: string[];
  /** URL of the page's generated file of translations and routes; undefined for pages without script. */
  texts: string | undefined;
  htmlAndStyles: number;
  /** Requests before the first paint: the page and its render-blocking files. */
  blockingRequests: number;
};

/** A script tag with its URL, if any, and its content. */
export type ScriptTag = { address: string | undefined; code: string };

/** The quality at which the server compresses pages. */
const served = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Returns the size of a text after brotli: as the server sends it, or if that exceeds the budget, at the best quality,
 * in which budgets are given and which takes thirty times the CPU time.
 */
export function compressedSize(text: string | Buffer, budget: number): number {
  const { length } = brotliCompressSync(text, served);
  return length <= budget ? length : brotliCompressSync(text).length;
}

/** The size of a built file as the build has compressed it; tiny files are sent as they are. */
function sizeOf(name: string): number {
  const path = join(assets, name);
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
}

const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

/** Returns the files that a chunk imports: `from"./x.js"`, `import"./x.js"`. */
function importsOf(name: string): string[] {
  if (name.endsWith(".css")) return [];
  const code = readFileSync(join(assets, name), "utf8");
  return [...code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, file]) => file ?? "");
}

/** React Aria's enhancements, loaded at the first interaction, each in a separate file (docs/adr/0008). */
export const lazyChunks = ["chart-tooltips", "choice-box", "crop-fields", "day-range", "file-drop"];

/** Returns the bytes that a chunk adds to a page that has these files already. */
export function weighChunk(chunk: string, known: readonly string[]): number {
  const own = readdirSync(assets).filter((name) => name.startsWith(`${chunk}-`) && /\.(js|css)$/.test(name));
  if (!own.some((name) => name.endsWith(".js"))) throw new Error(`The build has no ${chunk}`);
  return sum([...closure(own)].filter((name) => !known.includes(name)));
}

function closure(names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    waiting.push(...importsOf(name));
  }
  return files;
}

/** Returns a page as a browser gets it on its first visit, with inline styles. */
export const firstVisit = (who: APIRequestContext, path: string): Promise<string> => visit(who, path, []);

/** Returns the page as a browser gets it that has the stylesheet cached. */
export const laterVisit = (who: APIRequestContext, path: string): Promise<string> =>
  visit(who, path, [sheetCookie]);

const sheetCookie = "styles";

async function visit(
  client: APIRequestContext,
  path: string,
  keptCookies: readonly string[],
): Promise<string> {
  const { cookies } = await client.storageState();
  const sent = cookies.filter(({ name }) => name !== sheetCookie || keptCookies.includes(name));
  if (keptCookies.length > 0 && !sent.some(({ name }) => name === sheetCookie))
    throw new Error("No page has brought the sheet yet");
  const cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  return (await client.get(path, { headers: { cookie } })).text();
}

/** Returns the script tags of a page. */
export const scriptTagsOf = (html: string): ScriptTag[] =>
  parse(html, { comment: false })
    .querySelectorAll("script")
    .map((script) => ({ address: script.getAttribute("src"), code: script.text }));

/** Measures a page from its HTML and the built files; the budget is that of HTML and styles. */
export function weigh(html: string, budget: number): Weight {
  const page = parse(html, { comment: false });
  const scripts = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name ?? "");
  const styles = page
    .querySelectorAll('link[rel="stylesheet"]')
    .map((link) => link.getAttribute("href")?.replace("/assets/", "") ?? "");
  const blocking = page
    .querySelectorAll("script[src]")
    .filter((script) => !script.hasAttribute("async") && script.getAttribute("type") !== "module");
  const scriptFiles = [...closure(scripts)];
  const styleBytes = sum(new Set(styles));
  return {
    script: sum(scriptFiles),
    scriptFiles,
    texts: /\/texts\/[\w./-]+\.js/.exec(html)?.[0],
    htmlAndStyles: compressedSize(html, budget - styleBytes) + styleBytes,
    blockingRequests: 1 + styles.length + blocking.length,
  };
}
