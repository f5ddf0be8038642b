import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letGoOfSlowSenders } from "./slow-senders";
import { timedBody, timedChunks } from "./timed-body";

const timeouts = { idleMilliseconds: 1_000, wholeMilliseconds: 300 };
const server = createServer(
  getRequestListener(async (request, { incoming }) => {
    if (request.url.endsWith("/unread")) return new Response("unread");
    const read = request.url.endsWith("/own")
      ? text(timedChunks(incoming as IncomingMessage, timeouts))
      : new Response(request.body && timedBody(request.body, timeouts)).text();
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

async function post(path: string, body: string, byteCount: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (text) => (answer += text));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => sent < byteCount && socket.write(body[sent++] ?? ""), 20);
  await once(socket, "close");
  clearInterval(timer);
  return answer;
}

test.each(["/read", "/own", "/unread"])(
  "a sender that never finishes its body is disconnected: %s",
  async (path) => {
    await post(path, "a".repeat(100_000), 100_000);
    const openConnections = await new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
    expect(openConnections).toBe(0);
  },
);

test.each(["/read", "/own"])("a body that arrives in time is read, a late one gets 408: %s", async (path) => {
  expect(await post(path, "abcde", 5)).toContain("abcde");
  expect(await post(path, "abcde", 4)).toContain("408");
});

test("a complete body is read unchanged, and the connection is kept alive", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const send = async (body: string) => {
    const sent = ask({ host: "127.0.0.1", port, path: "/own", method: "POST", agent }).end(body);
    const [answer] = await once(sent, "response");
    return { text: await text(answer), isReused: sent.reusedSocket };
  };
  expect(await send("abc")).toEqual({ text: "abc", isReused: false });
  expect(await send("")).toEqual({ text: "", isReused: true });
  expect(await send("d".repeat(200_000))).toEqual({ text: "d".repeat(200_000), isReused: true });
  agent.destroy();
});

/** Resolves once the whole body has arrived, read or not. */
const isThere = (request: IncomingMessage) =>
  new Promise<void>((resolve) => {
    const check = () => (request.complete ? resolve() : setImmediate(check));
    check();
  });

test.each([
  ["multipart/form-data; boundary=x", 500_000, "at once"],
  ["text/plain", 500_000, "at once"],
  ["multipart/form-data; boundary=x", 60_000, "when it is there"],
  ["text/plain", 60_000, "when it is there"],
])(
  "a connection whose request was answered before it was read in full serves no next request: %s of %i bytes, %s",
  async (type, bytes, when) => {
    // as Remix reads: chunk by chunk, paused as soon as nobody reads
    const impatient = createServer(async (request, response) => {
      if (request.method === "GET") return void response.end("next");
      request.on("data", () => request.pause());
      await (when === "at once" ? once(request, "data") : isThere(request));
      response.writeHead(400).end("no");
    });
    letGoOfSlowSenders(impatient);
    await once(impatient.listen(0, "127.0.0.1"), "listening");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (method: string, body?: string) => {
      const { port } = impatient.address() as AddressInfo;
      const sent = ask({ host: "127.0.0.1", port, method, agent, headers: { "content-type": type } }).end(
        body,
      );
      const [answer] = await once(sent, "response");
      return { text: await text(answer), isReused: sent.reusedSocket };
    };
    expect(await send("POST", "a".repeat(bytes))).toEqual({ text: "no", isReused: false });
    expect(await send("GET")).toEqual({ text: "next", isReused: true });
    agent.destroy();
    impatient.close();
  },
);

/**
 * Sends requests on one connection that are answered before their bodies arrive; the bodies come at a byte per 20 ms.
 */
async function dripping(requests: { type?: string; bytes: number }[]) {
  const hasty = createServer((_request, response) => response.end("answered"));
  letGoOfSlowSenders(hasty, 500);
  await once(hasty.listen(0, "127.0.0.1"), "listening");
  const socket = connect((hasty.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (text) => (received += text));
  const answers = () => received.split("answered").length - 1;
  for (const [before, { type, bytes }] of requests.entries()) {
    const kind = type ? `content-type: ${type}\r\n` : "";
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${kind}content-length: ${bytes}\r\n\r\n`);
    let sent = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (sent++ < bytes && !socket.destroyed) return void socket.write("a");
        if (answers() === before && !socket.destroyed) return;
        clearInterval(timer);
        resolve();
      }, 20);
    });
  }
  const isOpen = !socket.destroyed;
  socket.destroy();
  hasty.close();
  return { isOpen, answers: answers() };
}
const form = "multipart/form-data; boundary=x";

test.each([{ type: "text/plain" }, {}])(
  "a sender that keeps dripping after the response is disconnected: %j",
  async (kind) => {
    expect(await dripping([{ ...kind, bytes: 60 }])).toEqual({ isOpen: false, answers: 1 });
  },
);

test("a form with files may continue, and a body that ended in time keeps the connection", async () => {
  const connections = await dripping([
    { type: "text/plain", bytes: 3 },
    { type: form, bytes: 50 },
    { bytes: 0 },
  ]);
  expect(connections).toEqual({ isOpen: true, answers: 3 });
});
