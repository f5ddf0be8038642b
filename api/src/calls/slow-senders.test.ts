import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letGoOfSlowSenders } from "./slow-senders";
import { timedBody } from "./timed-body";

const patience = { idleMilliseconds: 1_000, wholeMilliseconds: 300 };
const server = createServer(
  getRequestListener(async (request) => {
    if (request.url.endsWith("/unread") || !request.body) return new Response("unread");
    const read = new Response(timedBody(request.body, patience)).text();
    return read.then(
      (text) => new Response(text),
      () => new Response("too slow", { status: 408 }),
    );
  }),
);

beforeAll(async () => {
  letGoOfSlowSenders(server, 200);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function post(path: string, body: string, pieces: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => sent < pieces && socket.write(body[sent++] ?? ""), 20);
  await once(socket, "close");
  clearInterval(timer);
  return answer;
}

test.each(["/read", "/unread"])("who sends a body for ever is let go: %s", async (path) => {
  await post(path, "a".repeat(100_000), 100_000);
  const held = await new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
  expect(held).toBe(0);
});

test("who sends in time is heard", async () => {
  expect(await post("/read", "abcde", 5)).toContain("abcde");
});
