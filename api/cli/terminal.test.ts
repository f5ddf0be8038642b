import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { runNode } from "./run-command.testing";

it("a simulated terminal posts to the service on PORT, unless --url names another", async () => {
  const requestedUrls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requestedUrls.push(request.url);
    response.writeHead(401).end();
  });
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  const args = ["--import", "tsx", "api/cli/terminal.ts", "--key", "a-key", "--posts", "1"];
  const { code } = await runNode(args, { PORT: String(port) });
  expect(requestedUrls).toEqual(["/api/monitoring/ingest"]);
  expect(code).toBe(1);
  server.close();
});
