// `npm start` and `npm run demo`: builds where the build is missing or older than the sources, then remix-serve.
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
try {
  process.loadEnvFile();
} catch {
  // no .env: the defaults of .env.example hold
}
process.env.NODE_ENV ??= "production";
process.env.PORT ??= "3000";
if (process.argv.includes("--demo")) process.env.DEMO = "1";

const build = "build/server/index.js";

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt() {
  try {
    const builtAt = statSync(build).mtimeMs;
    return ["app", "api", "contract", "locales", "vite.config.ts", "package-lock.json"].every(
      (path) => newest(path) <= builtAt,
    );
  } catch {
    return false;
  }
}

if (!isBuilt()) {
  console.log("Building the cabinet; this takes some seconds, and only the first time.");
  execFileSync(
    process.execPath,
    ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", "--logLevel", "warn"],
    { stdio: "inherit" },
  );
}

if (process.env.DEMO === "1") {
  console.log(
    "Demo people: anna@demo.test, boris@demo.test, clara@demo.test, denis@demo.test; password: demo-password",
  );
}

process.argv = [process.argv[0], "remix-serve", build];
createRequire(import.meta.url)("@remix-run/serve/dist/cli.js");
