#!/usr/bin/env node
// `cabinet <command>`: runs a compiled program, or an operator command (`cabinet withdrawals list`). A service builds
// first if the sources have changed, a command only if there is no build.
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfMissing, buildIfNeeded } from "./build.mjs";

const services = ["api", "worker"];
const programs = [...services, "backup", "restore", "drill", "doctor", "terminal"];

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
const [command = ""] = process.argv.slice(2);
const isProgram = programs.includes(command);
const program = resolve("build/programs", `${isProgram ? command : "admin"}.js`);
if (services.includes(command)) buildIfNeeded();
else buildIfMissing();
// the program gets its arguments as if it had been started directly
process.argv.splice(1, isProgram ? 2 : 1, program);
await import(pathToFileURL(program).href);
