// `npm start` and `npm run demo`: builds where the build is missing or older than the sources, then remix-serve behind the seam,
// in as many workers as WORKERS says (workers.mjs), each of which comes here again.
// `npm run dev` (`--dev`): the same of the sources as they are, by Vite.
import { execFileSync } from "node:child_process";
import cluster from "node:cluster";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { developBehindTheSeam, serveBehindTheSeam } from "./seam.mjs";
import { superviseWorkers, workersOf } from "./workers.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
try {
  process.loadEnvFile();
} catch {
  // no .env: the defaults of .env.example hold
}
const isDevelopment = process.argv.includes("--dev");
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
process.env.PORT ??= "3000";
if (process.argv.includes("--demo")) process.env.DEMO = "1";
const workers = workersOf(process.env.WORKERS);
if (workers === null) {
  console.error(`WORKERS is a number of processes or auto, and not ${process.env.WORKERS}.`);
  process.exit(1);
}

const build = "build/server/index.js";
const builder = "node_modules/@remix-run/dev/dist/cli.js";

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt() {
  try {
    const builtAt = statSync(build).mtimeMs;
    // an installation without what builds serves what was built for it
    if (!existsSync(builder)) return true;
    return ["app", "api", "contract", "locales", "vite.config.ts", "package-lock.json"].every(
      (path) => newest(path) <= builtAt,
    );
  } catch {
    return false;
  }
}

if (!isDevelopment && cluster.isPrimary && !isBuilt()) {
  console.log("Building the cabinet; this takes some seconds, and only the first time.");
  try {
    // what a build has to say is worth reading only where it failed
    execFileSync(process.execPath, [builder, "vite:build", "--logLevel", "warn"], { stdio: "pipe" });
  } catch (error) {
    console.error(`${error.stdout}${error.stderr}\nThe cabinet could not be built.`);
    process.exit(1);
  }
}

if (process.env.DEMO === "1" && cluster.isPrimary) {
  console.log(
    "Demo people: anna@demo.test, boris@demo.test, clara@demo.test, denis@demo.test; password: demo-password",
  );
}

if (isDevelopment) await developBehindTheSeam();
else if (cluster.isPrimary && workers > 1) superviseWorkers(workers);
else await serveBehindTheSeam();
