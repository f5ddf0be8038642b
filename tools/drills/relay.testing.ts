import { once } from "node:events";
import type { AddressInfo, NetConnectOpts, Socket } from "node:net";
import { connect, createServer } from "node:net";

/**
 * Behaviour of the far side of a relay: normal, down, never responding, late with each response, or responding with
 * garbage.
 */
export type Manner = "sound" | "dead" | "silent" | "late" | "nonsense";

const lateMilliseconds = 1_000;
const nonsense = "<!doctype html><title>Welcome to our network</title>";
const nonsenseAnswer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${nonsense.length}\r\nconnection: close\r\n\r\n${nonsense}`;

/** A loopback port that forwards to `target` and can be made to misbehave. */
export type Relay = { port: number; become: (manner: Manner) => void; close: () => Promise<void> };

export async function startRelay(target: NetConnectOpts): Promise<Relay> {
  let manner: Manner = "sound";
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    if (manner === "dead") return void near.destroy();
    if (manner === "silent") return void near.resume();
    if (manner === "nonsense") return void near.once("data", () => near.end(nonsenseAnswer));
    const far = connect(target);
    track(far);
    near.pipe(far);
    const delay = manner === "late" ? lateMilliseconds : 0;
    far.on("data", (bytes) => {
      if (delay) setTimeout(() => near.writable && near.write(bytes), delay);
      else near.write(bytes);
    });
    far.once("close", () => setTimeout(() => near.destroy(), delay));
    near.once("close", () => far.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    become: (next) => {
      manner = next;
      // open connections still have the previous behaviour
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
