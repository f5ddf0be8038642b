import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

const texts = new Map<string, string>();
let buildFolder: string | undefined;

/**
 * Returns the build folder that this process serves. It is resolved once, because `build` points to another folder
 * after the next build (`bin/build.mjs`).
 */
function root(): string {
  buildFolder ??= realpathSync("build/client");
  return buildFolder;
}

/** Returns the text of a built file by its URL path, such as `/assets/base-abc.css`. */
export function builtFileText(address: string): string {
  const text = texts.get(address) ?? readFileSync(join(root(), address), "utf8");
  texts.set(address, text);
  return text;
}

/** Returns the URL path of Remix's route manifest. */
export function manifestAddress(): string {
  const name = readdirSync(join(root(), "assets")).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`There is no manifest of routes in ${root()}/assets`);
  return `/assets/${name}`;
}
