import { get } from "node:http";

const timeoutMs = 5_000;

/**
 * Returns whether a URL responds with 2xx within five seconds. Uses a separate connection, because the server process
 * may be killed meanwhile.
 */
export function respondsOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, ({ statusCode = 0 }) =>
      end(statusCode >= 200 && statusCode < 300),
    );
    const timer = setTimeout(() => end(false), timeoutMs);
    request.on("error", () => end(false));
    function end(isWell: boolean) {
      clearTimeout(timer);
      request.destroy();
      resolve(isWell);
    }
  });
}
