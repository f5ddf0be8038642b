import type { Server } from "node:http";

const graceMilliseconds = 5_000;

/**
 * Drops what is still to come of a body whose request was answered: else the next request on the connection waits behind it until the
 * server ends both. One that comes too slowly ends the connection, which its sender would hold for as long as it likes; a form
 * with files may go on until the server's own time for a request is over, as a browser shows no answer before it has sent all.
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
      // who began to read it may have paused it, and would again
      request.removeAllListeners("data").resume();
    });
  });
}
