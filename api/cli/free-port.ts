import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// below the ephemeral port range (Linux from 32768, others from 49152): a port from that range may belong to a
// connection before its program listens
const [first, last] = [20_000, 32_767];
const usedPorts = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** Returns a port of this machine that nobody listened on a moment ago, never the same port twice in a process. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(first, last + 1);
    if (usedPorts.has(port)) continue;
    usedPorts.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${first} and ${last}`);
}
