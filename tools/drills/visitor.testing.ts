import type { IncomingHttpHeaders } from "node:http";
import { Agent, request as ask } from "node:http";
import { buffer } from "node:stream/consumers";

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };
export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; bytes: number };

/** Returns an HTTP client with a fixed local address (any of 127.0.0.0/8), cookies and keep-alive connections. */
export function visitor(origin: string, address: string) {
  // Node's server closes idle connections after five seconds; as behind the proxy, a request must not use one that is
  // closing
  const agent = new Agent({ keepAlive: true, localAddress: address, timeout: 3_000 });
  const cookies = new Map<string, string>();

  async function send(
    path: string,
    { method = "GET", headers = {}, body }: RequestOptions = {},
  ): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const request = ask(
        `${origin}${path}`,
        { agent, method, timeout: 30_000, headers: { ...(cookie && { cookie }), origin, ...headers } },
        (response) =>
          buffer(response).then(
            (read) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: read.toString(),
                bytes: read.length,
              }),
            reject,
          ),
      );
      request.once("timeout", () => request.destroy(new Error(`${path} did not answer`)));
      request.once("error", reject);
      request.end(body);
    });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  }

  return {
    send,
    /** Sets a cookie, as an earlier page would. */
    keep: (name: string, value: string) => void cookies.set(name, value),
    submit: (path: string, fields: Record<string, string>) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      }),
    post: (path: string, fields: object, headers: Record<string, string> = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(fields),
      }),
    leave: () => agent.destroy(),
  };
}

export type Visitor = ReturnType<typeof visitor>;
