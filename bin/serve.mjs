// `npm start` and `npm run demo`: builds if the build is missing or older than the sources, then serves it with the
// number of workers in WORKERS (server/workers.ts); each worker runs this file again. `npm run dev` (`--dev`): serves
// the sources with Vite.
import cluster from "node:cluster";
import { createServer as createHttpServer } from "node:http";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
try {
  process.loadEnvFile();
} catch (error) {
  // without a .env the defaults of .env.example apply
  if (error.code !== "ENOENT") {
    console.error(`.env can't be read: ${error.message}`);
    process.exit(1);
  }
}
const isDevelopment = process.argv.includes("--dev");
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
process.env.PORT ??= "3000";
if (process.argv.includes("--demo")) process.env.DEMO = "1";

if (!isDevelopment && cluster.isPrimary) buildIfNeeded();

if (isDevelopment) {
  const { createServer } = await import("vite");
  const server = createHttpServer();
  const vite = await createServer({ appType: "custom", server: { middlewareMode: true, hmr: { server } } });
  // Vite exits the process immediately on a signal and at the end of its input, but the database has to be stopped
  // first
  process.removeAllListeners("SIGTERM");
  process.stdin.removeAllListeners("end");
  const { start } = await vite.ssrLoadModule("/server/index.ts");
  await start({ vite, server });
  console.log(`[development] http://localhost:${process.env.PORT}`);
} else {
  const { main } = await import(pathToFileURL(resolve("build/programs/server.js")).href);
  await main();
}
