import { setTimeout as pause } from "node:timers/promises";
import { copyToNewerServer } from "#api/bootstrap/database-copy/copy-to-newer-server";
import { startPrivatePostgres } from "#api/embedded-postgres/index";

/**
 * A separate process that upgrades the server of a folder, prints its address and stops at SIGTERM.
 * @param killAt kills itself "before" or "after" copying, or so many milliseconds after it begins
 */
const [, , dataDir = "", killAt] = process.argv;
const die = () => process.kill(process.pid, "SIGKILL");

const server = await startPrivatePostgres(dataDir, {
  copyDatabases: async (from, to) => {
    if (killAt === "before") die();
    if (Number(killAt) > 0) void pause(Number(killAt)).then(die);
    await copyToNewerServer(from, to);
    if (killAt) die();
  },
});
process.on("SIGTERM", () => void server.stop().then(() => process.exit(0)));
process.stdout.write(`${server.url("cabinet")}\n`);
setInterval(() => {}, 60_000);
