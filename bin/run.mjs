// Runs a program of the build (`npm run api`, `npm run operator -- …`), which is made where it is missing or older than the sources.
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
const program = resolve("build/programs", `${process.argv[2]}.js`);
buildIfNeeded();
// as if it had been started itself: its own arguments follow
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
