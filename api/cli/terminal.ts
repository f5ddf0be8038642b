import "./load-env";
import { setTimeout as pause } from "node:timers/promises";
import { Command } from "commander";
import { environment } from "#api/lib/environment";
import { simulatedTerminal } from "#api/modules/monitoring/simulator/terminal";

/** `npm run terminal -- --key …`: a trading terminal with a made-up history, for trying out online monitoring. */
const command = new Command("terminal")
  .description("Posts a simulated trading history as a real terminal would")
  .requiredOption("--key <key>", "the activation key of the account")
  .option("--url <url>", "where the service is", `http://localhost:${environment().PORT ?? 3000}`)
  .option("--account <number>", "account number; by default the one that the service knows", "0")
  .option("--speed <times>", "how many times faster than real time the history runs", "1")
  .option("--since <date>", "the day of the first deposit", `${new Date().getUTCFullYear() - 1}-01-01`)
  .option("--seed <words>", "other words make another history", "northwind")
  .option("--posts <number>", "stop after so many posts")
  .option("--calm", "send as a well-kept terminal does", false)
  .parse();

const options = command.opts<{
  key: string;
  url: string;
  account: string;
  speed: string;
  since: string;
  seed: string;
  posts?: string;
  calm: boolean;
}>();
const speed = Number(options.speed);
const since = Date.parse(`${options.since}T00:00:00Z`) / 1000;
if (!(speed > 0) || !Number.isFinite(since))
  command.error("--speed is a number above 0, --since a date such as 2025-01-31");

const terminal = simulatedTerminal({
  url: options.url.replace(/\/+$/, ""),
  key: options.key,
  account: { number: options.account, seed: options.seed, since },
  isCalm: options.calm,
});

const begun = Date.now();
// at more than real speed the history starts at its beginning, else all of it exists already
const startAt = speed > 1 ? since : begun / 1000;
let failures = 0;
for (let count = 0; count < Number(options.posts ?? Number.POSITIVE_INFINITY); count++) {
  const now = Math.min(Date.now() / 1000, startAt + ((Date.now() - begun) / 1000) * speed);
  const answer = await terminal
    .post(Math.floor(now))
    .catch((error: Error) => ({ status: 0, nextIn: 10, dealsFrom: "", message: error.message }));
  console.log(
    new Date(now * 1000).toISOString(),
    answer.status || "no answer",
    answer.message || `next from deal ${answer.dealsFrom} in ${answer.nextIn} s`,
  );
  if (answer.status === 401) process.exit(1);
  failures = answer.status === 200 || answer.status === 409 ? 0 : failures + 1;
  const waitSeconds =
    failures > 0 ? Math.min(300, 2 ** failures) : answer.status === 409 ? 0.1 : answer.nextIn / speed;
  await pause(Math.max(0.05, waitSeconds) * 1000);
}
