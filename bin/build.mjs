// `npm run build`: builds into a new folder below `builds/`, then points the `build` link to it. A running server is
// not affected by one build: it uses the folder that `build` pointed to at its start, which is deleted by the second.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const builder = "node_modules/@remix-run/dev/dist/cli.js";
const sources = [
  ...["app", "api", "contract", "locales", "server", "statements"],
  ...["bin/chunks.ts", "bin/precompress.ts", "vite.config.ts", "vite.server.config.ts", "package-lock.json"],
];
/** Tests and files that only tests import; they do not change a build. */
const tests = /\.test\.|[/.]testing[./]/;
/**
 * File in each build with the hash of its sources. It is written last, so its presence means that the build is
 * complete.
 */
const mark = "sources.sha256";
const abandonedMs = 3_600_000;

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path].filter((file) => !tests.test(file));

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function isBuilt() {
  const file = join("build", mark);
  if (!existsSync(file)) return false;
  // an installation without the build tools serves the build it came with
  if (!existsSync(builder)) return true;
  const files = sources.flatMap(filesOf);
  const builtAt = statSync(file).mtimeMs;
  if (files.every((path) => statSync(path).mtimeMs <= builtAt)) return true;
  // newer files with the same content: a checkout, or generated files
  if (readFileSync(file, "utf8") !== hashOf(files)) return false;
  utimesSync(file, new Date(), new Date());
  return true;
}

/** @param stdio output of the build tools, as for `execFileSync` */
function build(stdio) {
  const startedAt = new Date();
  const hash = hashOf(sources.flatMap(filesOf));
  const folder = `builds/${startedAt.toISOString().replace(/[:.]/g, "-")}-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, NODE_ENV: "production", BUILD_FOLDER: folder };
  const vite = "node_modules/vite/bin/vite.js";
  execFileSync(process.execPath, [builder, "vite:build", "--logLevel", "warn"], { stdio, env });
  execFileSync(process.execPath, [vite, "build", "--config", "vite.server.config.ts", "--logLevel", "warn"], {
    stdio,
    env,
  });
  writeFileSync(join(folder, mark), hash);
  // files changed during the build must count as newer than the build
  utimesSync(join(folder, mark), startedAt, startedAt);
  const before = lead(folder);
  for (const name of readdirSync("builds")) {
    const one = join("builds", name);
    const isAbandoned = !existsSync(join(one, mark)) && Date.now() - statSync(one).mtimeMs > abandonedMs;
    const isOld = existsSync(join(one, mark)) && one !== folder && realpathSync(one) !== before;
    if (isOld || isAbandoned) rmSync(one, { recursive: true, force: true });
  }
}

/** Points `build` to a folder, atomically; returns the previous target. */
function lead(folder) {
  const before = lstatSync("build", { throwIfNoEntry: false });
  const ledTo = before?.isSymbolicLink() && existsSync("build") ? realpathSync("build") : null;
  // a real folder is left from a release that built into `build` itself
  if (before?.isDirectory()) rmSync("build", { recursive: true });
  const link = `${folder}.link`;
  symlinkSync(folder, link, "junction");
  renameSync(link, "build");
  return ledTo;
}

/** Builds if there is no build, without looking at the sources: a command must not replace what a server serves. */
export function buildIfMissing() {
  if (!existsSync(join("build", mark))) buildIfNeeded();
}

/** Builds if there is no build or the sources have changed; exits the process if the build fails. */
export function buildIfNeeded() {
  if (isBuilt()) return;
  console.log("Building the cabinet. This takes a few seconds, the first time only.");
  try {
    // the build's output is shown only if it fails
    build("pipe");
  } catch (error) {
    console.error(`${error.stdout ?? ""}${error.stderr ?? error.message}\nThe cabinet could not be built.`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    build("inherit");
  } catch {
    process.exit(1);
  }
