import type { Server } from "node:http";

const graceMilliseconds = 5_000;

/**
 * Drops the rest of a body whose request was answered; otherwise the next request on the connection waits behind it
 * until the server ends both. A slow body closes the connection, which its sender could otherwise hold forever. A
 * form with files may continue until the server's request timeout, because browsers show no response before they have
 * sent everything.
 */
export function letGoOfSlowSenders(server: Server, grace = graceMilliseconds): void {
  server.on("request", (request, response) => {
    const isUpload = request.headers["content-type"]?.startsWith("multipart/form-data") ?? false;
    response.once("finish", () => {
      if (request.complete) return;
      if (!isUpload) {
        const timer = setTimeout(() => request.complete || request.socket.destroy(), grace).unref();
        request.once("end", () => clearTimeout(timer));
      }
      // its reader may have paused it, and would pause it again
      request.removeAllListeners("data").resume();
    });
  });
}
