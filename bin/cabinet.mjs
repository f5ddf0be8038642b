#!/usr/bin/env node
// `cabinet <command>`: runs a compiled program, or an operator command (`cabinet withdrawals list`). Builds first if
// necessary.
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";

const programs = ["api", "worker", "backup", "restore", "drill", "doctor", "terminal"];

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
const [command = ""] = process.argv.slice(2);
const isProgram = programs.includes(command);
const program = resolve("build/programs", `${isProgram ? command : "admin"}.js`);
buildIfNeeded();
// the program gets its arguments as if it had been started directly
process.argv.splice(1, isProgram ? 2 : 1, program);
await import(pathToFileURL(program).href);
