// `npm start` and `npm run demo`: builds where the build is missing or older than the sources, then serves it, in as many workers as
// WORKERS says (server/workers.ts), each of which comes here again.
// `npm run dev` (`--dev`): the same of the sources as they are, by Vite.
import cluster from "node:cluster";
import { createServer as createHttpServer } from "node:http";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfNeeded } from "./build.mjs";

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
try {
  process.loadEnvFile();
} catch (error) {
  // without a .env the defaults of .env.example hold
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
  // Vite ends the process at once at a signal, and where its input ends: the database is to be stopped first
  process.removeAllListeners("SIGTERM");
  process.stdin.removeAllListeners("end");
  const { start } = await vite.ssrLoadModule("/server/index.ts");
  await start({ vite, server });
  console.log(`[development] http://localhost:${process.env.PORT}`);
} else {
  const { main } = await import(pathToFileURL(resolve("build/programs/server.js")).href);
  await main();
}
