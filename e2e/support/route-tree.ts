import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Route = { id: string; path?: string; index?: boolean; file: string; children?: Route[] };

const cli = "node_modules/@remix-run/dev/dist/cli.js";

/** Returns the cabinet's routes as Remix reads them. Cached for the run, because reading takes seconds. */
export function routeTree(): Route[] {
  const cacheFile = join(process.env.E2E_DATA_DIR ?? "test-results", "routes.json");
  if (!existsSync(cacheFile)) {
    const tree = execFileSync(process.execPath, [cli, "routes", "--json"], { encoding: "utf8" });
    const unfinished = `${cacheFile}.${process.pid}`;
    writeFileSync(unfinished, tree);
    renameSync(unfinished, cacheFile);
  }
  return JSON.parse(readFileSync(cacheFile, "utf8")) as Route[];
}
