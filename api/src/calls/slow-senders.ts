import type { Server } from "node:http";

const graceMilliseconds = 5_000;

/**
 * Ends connections whose request was answered before all of its body had come, such as one that came too slowly: else its sender holds the
 * connection for as long as it likes. A form with files may go on until the server's own time for a request is over, as a
 * browser shows no answer before it has sent all.
 */
export function letGoOfSlowSenders(server: Server, grace = graceMilliseconds): void {
  server.on("request", (request, response) => {
    if (request.headers["content-type"]?.startsWith("multipart/form-data")) return;
    response.once("finish", () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), grace).unref();
      request.once("end", () => clearTimeout(timer));
      request.resume();
    });
  });
}
