import { startPrivatePostgres } from "#api/embedded-postgres/index";

/**
 * A separate process for the supervisor's tests: starts the server of a folder, prints its address, stops at SIGTERM.
 */
const server = await startPrivatePostgres(process.argv[2] ?? "", { settings: { fsync: "off" } });
process.on("SIGTERM", () => void server.stop().then(() => process.exit(0)));
process.stdout.write(`${server.url("postgres")}\n`);
setInterval(() => {}, 60_000);
