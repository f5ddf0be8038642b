#!/usr/bin/env node
// A provisioner for PROVISIONER_URL (docs/hypervisors.md): accepts orders, runs your command for each and reports the
// result.
//   PROVISIONER_SECRET=… MACHINE_COMMAND=./machine ORDERS_DIR=./orders PORT=8080 node deploy/provisioner.mjs
// The command gets the order as JSON on standard input. For the kinds in `givesPassword` it writes
// {"ip","login","password"} as its last line.
// It can run again for the same order after this process was killed, so it must check the machine's state first.
import { spawn } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const {
  PROVISIONER_SECRET: secret,
  MACHINE_COMMAND: command,
  ORDERS_DIR = "./orders",
  PORT = "8080",
} = process.env;
if (!secret || !command) throw new Error("PROVISIONER_SECRET and MACHINE_COMMAND are needed");
const givesPassword = ["create", "reinstall", "resetPassword"];
const toleranceSeconds = 300;
const longestPauseSeconds = 300;
mkdirSync(ORDERS_DIR, { recursive: true });

const signatureOf = (timestamp, body) =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

function isSigned(headers, body) {
  const timestamp = String(headers["x-timestamp"] ?? "");
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const [given, own] = [headers["x-signature"] ?? "", signatureOf(timestamp, body)].map((text) =>
    Buffer.from(text),
  );
  return given.length === own.length && timingSafeEqual(given, own);
}

// each order is a file, written atomically, so that its state survives this process
const fileOf = (id) => join(ORDERS_DIR, `${Buffer.from(id).toString("base64url")}.json`);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
function keep(known) {
  const file = fileOf(known.order.id);
  writeFileSync(`${file}.new`, JSON.stringify(known));
  renameSync(`${file}.new`, file);
}

const run = (order) =>
  new Promise((done) => {
    const child = spawn(command, { stdio: ["pipe", "pipe", "pipe"], shell: true });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (part) => (output[name] += part));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(order));
    const lastLine = (text) => text.trim().split("\n").at(-1) ?? "";
    child.on("close", (code) => {
      if (code !== 0) return done({ status: "failed", reason: lastLine(output.stderr).slice(0, 500) });
      if (!givesPassword.includes(order.kind)) return done({ status: "done" });
      try {
        done({ status: "done", machine: JSON.parse(lastLine(output.stdout)) });
      } catch {
        done({ status: "failed", reason: "the command named no machine" });
      }
    });
  });

async function tell({ order, report }) {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, longestPauseSeconds)) {
    const body = JSON.stringify({ orderId: order.id, ...report });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-signature": signatureOf(timestamp, body),
    };
    const answer = await fetch(order.callbackUrl, { method: "POST", headers, body }).catch(() => null);
    if (answer?.ok || answer?.status === 404) return;
    await pause(seconds * 1000);
  }
}

// orders of one machine run one at a time, in order of arrival
const queues = new Map();
function work(known) {
  const before = queues.get(known.order.serverId) ?? Promise.resolve();
  const next = before.then(async () => {
    known.report ??= await run(known.order);
    keep(known);
    await tell(known);
    keep({ ...known, isTold: true });
  });
  queues.set(known.order.serverId, next.catch(console.error));
}

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== "POST") return answer(405);
  if (!isSigned(request.headers, body)) return answer(401);
  const order = JSON.parse(body);
  if (readdirSync(ORDERS_DIR).includes(fileOf(order.id).split("/").at(-1))) return answer(200);
  const known = { order, at: Date.now() };
  keep(known);
  work(known);
  answer(202);
}).listen(Number(PORT), "127.0.0.1", function () {
  process.stdout.write(`orders are taken at http://127.0.0.1:${this.address().port}\n`);
});

readdirSync(ORDERS_DIR)
  .filter((name) => name.endsWith(".json"))
  .map((name) => read(join(ORDERS_DIR, name)))
  .filter(({ isTold }) => !isTold)
  .sort((one, other) => one.at - other.at)
  .forEach(work);
