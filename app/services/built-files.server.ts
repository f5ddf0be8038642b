import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

const texts = new Map<string, string>();
let found: string | undefined;

/** The build that this process serves: `build` leads elsewhere once another was made (`bin/build.mjs`). */
function root(): string {
  found ??= realpathSync("build/client");
  return found;
}

/** The text of a built file by its address, such as `/assets/base-abc.css`. */
export function builtFileText(address: string): string {
  const text = texts.get(address) ?? readFileSync(join(root(), address), "utf8");
  texts.set(address, text);
  return text;
}

/** The address of the file in which Remix names the routes to the browser. */
export function manifestAddress(): string {
  const name = readdirSync(join(root(), "assets")).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`There is no manifest of routes in ${root()}/assets`);
  return `/assets/${name}`;
}
