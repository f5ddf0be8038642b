import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { webhookProvisioner } from "#api/integrations/provisioner/webhook";
import { isSigned } from "#api/integrations/signature";

const secret = "both sides know it";
let folder: string;
let child: ChildProcess;

/** Starts the reference implementation with a command that records its input; returns its URL. */
async function start(): Promise<string> {
  child = spawn(process.execPath, ["deploy/provisioner.mjs"], {
    env: {
      ...process.env,
      PROVISIONER_SECRET: secret,
      MACHINE_COMMAND: join(folder, "machine"),
      ORDERS_DIR: folder,
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of child.stdout ?? []) {
    const [url] = /http:\S+/.exec(String(line)) ?? [];
    if (url) return url;
  }
  throw new Error("it did not start");
}
async function stop() {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "provisioner-"));
  const script = `#!/bin/sh\ncat >> ${folder}/told; echo >> ${folder}/told\necho '{"ip":"203.0.113.7","login":"Administrator","password":"x"}'\n`;
  writeFileSync(join(folder, "machine"), script, { mode: 0o755 });
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the reference provisioner executes an order once, signs its reports, and continues after it was killed", async () => {
  const reports: { orderId: string; status: string }[] = [];
  let isAway = true;
  let onRequest = () => {};
  const cabinet = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const part of request) chunks.push(part as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = new Headers({
      "x-timestamp": String(request.headers["x-timestamp"]),
      "x-signature": String(request.headers["x-signature"]),
    });
    if (!isAway && isSigned(secret, headers, body, new Date())) reports.push(JSON.parse(body));
    response.writeHead(isAway ? 503 : 200).end();
    onRequest();
  });
  const next = () =>
    new Promise<void>((done) => {
      onRequest = done;
    });
  cabinet.listen(0, "127.0.0.1");
  await once(cabinet, "listening");
  const callbackUrl = `http://127.0.0.1:${(cabinet.address() as AddressInfo).port}/`;
  const clock = { now: () => new Date() };
  const rate = { id: "trader-1", processor: 2, memoryMb: 4096, diskGb: 60, trafficGb: null };
  const order = {
    id: "one",
    kind: "create" as const,
    serverId: "s",
    operatingSystem: "Windows Server 2022",
    rate,
  };

  const url = await start();
  const provisioner = webhookProvisioner({ url, secret, callbackUrl, clock });
  const strangers = webhookProvisioner({ url, secret: "a stranger's", callbackUrl, clock });
  await expect(strangers.submit(order)).rejects.toThrow("401");
  const answer = next();
  await provisioner.submit(order);
  await provisioner.submit(order);
  await answer;
  // killed before its report was accepted, it reports again after a restart
  await stop();
  isAway = false;
  const again = next();
  await start();
  await again;
  expect(reports).toEqual([
    { orderId: "one", status: "done", machine: { ip: "203.0.113.7", login: "Administrator", password: "x" } },
  ]);
  expect(readFileSync(join(folder, "told"), "utf8").trim().split("\n")).toHaveLength(1);
  cabinet.closeAllConnections();
  cabinet.close();
}, 30_000);
