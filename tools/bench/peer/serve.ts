import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Agent, request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream";
import { peerPage } from "./build";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
};
const agent = new Agent({ keepAlive: true });

/** A program that serves its files and proxies the cabinet's API under the same origin, like a front server. */
export type ServedPeer = { origin: string; stop: () => Promise<void> };

/** Serves the built SPA, precompressed and cached by the browser forever; proxies `/api` to the cabinet. */
export async function servePeer(files: string, cabinet: string): Promise<ServedPeer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://peer").pathname;
    if (path.startsWith("/api/")) passOn(request, response, cabinet);
    else if (path.startsWith("/assets/")) sendFile(response, join(files, normalize(path)));
    else sendPage(response, join(files, peerPage));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => stop(server) };
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function sendFile(response: ServerResponse, file: string): void {
  try {
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
    response.end(readFileSync(`${file}.br`));
  } catch {
    response.writeHead(404).end();
  }
}

function sendPage(response: ServerResponse, file: string): void {
  response.writeHead(200, { "content-type": types[".html"], "cache-control": "no-cache" });
  response.end(readFileSync(file));
}

function passOn(request: IncomingMessage, response: ServerResponse, cabinet: string): void {
  const { method, headers, url } = request;
  const passed = ask(cabinet + url, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  passed.once("error", () => response.destroy());
  pipeline(request, passed, () => undefined);
}
