// Which file of the built script a module stands in (docs/adr/0004).
import type { Rollup } from "vite";

/** A page's script is three files: what every page has, its area, and what Remix knows of routes. */
const everyPage = [/\/app\/(entry\.client|root)\.tsx/, /\/app\/routes\/_cabinet\/route\.tsx/];

/** Routes of one area, which lead to each other. */
const areas: [name: string, routes: RegExp][] = [
  ["visitor", /^(_visitor|_index|login)/],
  ["vps", /^_cabinet\.vps/],
  ["monitoring", /^_cabinet\.online-monitoring/],
  ["partner", /^_cabinet\.partner-program/],
  ["balance", /^_cabinet\.balance-operations/],
  ["support", /^_cabinet\.support/],
  ["profile", /^_cabinet\.profile/],
];

const common = "cabinet";
/** Pages to read, whose documents come without script: whatever else needs of them a module has it. */
const papers = "papers";
/** What checks forms before they are sent, all schemas and the words of their messages: comes when a form is touched. */
const checks = "checks";
const schemaLanguage = /\/node_modules\/zod\//;
const wordsOfChecks = /\/locales\/\w+\/errors\.json$/;

/**
 * `manualChunks`: a module that entries need at once goes to the file of the one area that needs it, or to the common one. Each of
 * them is told, since Rollup would else let it follow whichever file is made first, and drag code to pages that have no use for it.
 * What comes only when it is wanted stays by itself, but for the schemas of forms and what checks by them, which are one file.
 */
export function chunksOfAreas(): Rollup.GetManualChunk {
  let chunkOf: Map<string, string> | undefined;
  return (id, meta) => {
    chunkOf ??= chunks(meta);
    return chunkOf.get(id);
  };
}

function chunks({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Map<string, string> {
  const ids = [...getModuleIds()];
  const chunkOf = new Map<string, string>();
  for (const id of ids.filter((one) => getModuleInfo(one)?.isEntry)) {
    const chunk = chunkOfEntry(id);
    for (const needed of closure(id, getModuleInfo)) {
      if (schemaLanguage.test(needed) && chunk !== papers)
        throw new Error(`${id} brings the schemas before a form is touched`);
      const known = chunkOf.get(needed) ?? papers;
      if (chunk !== papers) chunkOf.set(needed, [papers, chunk].includes(known) ? chunk : common);
      else chunkOf.set(needed, known);
    }
  }
  const wanted = ids.filter((id) => getModuleInfo(id)?.dynamicImporters.length);
  for (const needed of wanted.map((id) => closure(id, getModuleInfo)))
    if ([...needed].some((one) => schemaLanguage.test(one) || wordsOfChecks.test(one)))
      for (const id of needed)
        chunkOf.set(id, [undefined, papers, checks].includes(chunkOf.get(id)) ? checks : common);
  return chunkOf;
}

function chunkOfEntry(id: string): string {
  const [, route = ""] = /\/app\/routes\/([^/]+)\//.exec(id) ?? [];
  if (everyPage.some((one) => one.test(id))) return common;
  return areas.find(([, routes]) => routes.test(route))?.[0] ?? papers;
}

/** A module and all that it imports at once. */
function closure(id: string, getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const found = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}
