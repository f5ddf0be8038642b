// Assigns modules to chunks of the browser build (docs/adr/0004).
import type { Rollup } from "vite";

/** A page loads three script files: the common one, that of its area, and Remix's route manifest. */
const everyPage = [/\/app\/(entry\.client|root)\.tsx/, /\/app\/routes\/_cabinet\/route\.tsx/];

/** Routes of an area, which link to each other. */
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
/** Read-only pages whose documents have no script; modules used elsewhere too are in other chunks. */
const documents = "documents";
/** Form validation with all schemas and error messages; loaded when a form is touched. */
const checks = "checks";
const schemaLanguage = /\/node_modules\/zod\//;
const errorMessageFiles = /\/locales\/\w+\/errors\.json$/;

/**
 * `manualChunks`: a module that entries import statically goes to the chunk of the one area that uses it, or to the
 * common chunk. Every such module is assigned, because Rollup would otherwise put it into the chunk created first,
 * and load code on pages that don't use it. Dynamic imports keep their own chunks, except form schemas and
 * validation, which share one.
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
      if (schemaLanguage.test(needed) && chunk !== documents)
        throw new Error(`${id} brings the schemas before a form is touched`);
      const known = chunkOf.get(needed) ?? documents;
      if (chunk !== documents) chunkOf.set(needed, [documents, chunk].includes(known) ? chunk : common);
      else chunkOf.set(needed, known);
    }
  }
  const dynamicEntries = ids.filter((id) => getModuleInfo(id)?.dynamicImporters.length);
  for (const needed of dynamicEntries.map((id) => closure(id, getModuleInfo)))
    if ([...needed].some((one) => schemaLanguage.test(one) || errorMessageFiles.test(one)))
      for (const id of needed)
        chunkOf.set(id, [undefined, documents, checks].includes(chunkOf.get(id)) ? checks : common);
  return chunkOf;
}

function chunkOfEntry(id: string): string {
  const [, route = ""] = /\/app\/routes\/([^/]+)\//.exec(id) ?? [];
  if (everyPage.some((one) => one.test(id))) return common;
  return areas.find(([, routes]) => routes.test(route))?.[0] ?? documents;
}

/** Returns a module and all its static imports, transitively. */
function closure(id: string, getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const visited = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    waiting.push(...(getModuleInfo(next)?.importedIds ?? []));
  }
  return visited;
}
