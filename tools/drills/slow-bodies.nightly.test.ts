import { readdirSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FaultyEnvironment } from "./faulty-environment.testing";
import { startFaultyEnvironment } from "./faulty-environment.testing";

let world: FaultyEnvironment;
beforeAll(async () => {
  world = await startFaultyEnvironment();
}, 300_000);
afterAll(() => world?.end(), 60_000);

const socketsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;

/**
 * Sends a body of 500 bytes, one per second, until the connection is closed; returns how long that took in
 * milliseconds.
 */
async function dribble(origin: string, path: string, type: string): Promise<number> {
  const { port, host } = new URL(origin);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  socket.on("error", () => undefined);
  const startedAt = performance.now();
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\ncontent-type: ${type}\r\ncontent-length: 500\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write("a"), 1_000);
  socket.resume();
  // wait for `close` only: the server may reset the connection during a write, which emits an error first
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return performance.now() - startedAt;
}

const form = "application/x-www-form-urlencoded";

test("senders of a byte a second are disconnected within 45 seconds, by the cabinet and by the API, and leave no open sockets", async () => {
  const before = [world.pids.cabinet, world.pids.api].map(socketsOf);
  const took = await Promise.all([
    ...Array.from({ length: 10 }, () => dribble(world.origin, "/login", form)),
    ...Array.from({ length: 10 }, () => dribble(world.origin, "/public-offer", form)),
    ...Array.from({ length: 10 }, () => dribble(world.apiOrigin, "/api/user/auth/login", "application/json")),
  ]);
  expect(took.filter((milliseconds) => milliseconds > 45_000)).toEqual([]);
  const after = [world.pids.cabinet, world.pids.api].map(socketsOf);
  // keep-alive connections between the two and to the database vary
  expect(after.map((count, index) => count - (before[index] ?? 0)).filter((more) => more > 5)).toEqual([]);
}, 180_000);
