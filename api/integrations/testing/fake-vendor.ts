import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type VendorRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
};
/** With `headers`, the body is text that is sent unchanged: a page. */
export type Answered = { status: number; body: unknown; headers?: Record<string, string> };

/** Called before and after each request is processed; `lose` breaks the connection at that moment. */
export type Watch = (question: string, moment: "before" | "after") => Promise<"goOn" | "lose">;

/** A vendor's local fake server that can be unavailable, and can process a request and lose the response. */
export type FakeVendor = {
  origin: string;
  /** Connections break before anything is done. */
  isAway: boolean;
  /** The number of responses to lose after processing. */
  answersToLose: number;
  /** Fails the request with this number, from 0: it does not arrive, its response is lost, or the response is 500. */
  fault: { at: number; kind: "away" | "lost" | "error" } | null;
  /** All requests: `POST /v1/refunds`. */
  requests: string[];
  close: () => Promise<void>;
};

async function read(request: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  for await (const part of request) chunks.push(part as Buffer);
  const url = new URL(request.url ?? "/", "http://fake-vendor");
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString(),
  };
}

export async function startFakeVendor(
  answer: (received: VendorRequest) => Answered,
  watch?: Watch,
): Promise<FakeVendor> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (farEnd.isAway) return request.socket.destroy();
    const received = await read(request);
    const fault = farEnd.fault?.at === farEnd.requests.length ? farEnd.fault.kind : null;
    farEnd.requests.push(`${received.method} ${received.path}`);
    if (fault === "away") return request.socket.destroy();
    if (fault === "error") {
      response.writeHead(500, { "content-type": "application/json" });
      return response.end("{}");
    }
    const question = `${received.method} ${received.path}`;
    if ((await watch?.(question, "before")) === "lose") return request.socket.destroy();
    const { status, body, headers } = answer(received);
    if ((await watch?.(question, "after")) === "lose") return request.socket.destroy();
    if (fault === "lost") return request.socket.destroy();
    if (farEnd.answersToLose > 0) {
      farEnd.answersToLose--;
      return request.socket.destroy();
    }
    response.writeHead(status, headers ?? { "content-type": "application/json" });
    response.end(headers ? String(body) : JSON.stringify(body));
  };
  const server: Server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const farEnd: FakeVendor = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    answersToLose: 0,
    fault: null,
    requests: [],
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return farEnd;
}
