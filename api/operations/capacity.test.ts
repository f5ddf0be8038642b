import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { servers } from "#api/db/schema/vps";
import type { Provisioner } from "#api/integrations/provisioner/provisioner";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
  await clientWithServer(api);
  await clientWithServer(api);
  const { serverId } = await clientWithServer(api);
  await api.db.update(servers).set({ node: null }).where(eq(servers.id, serverId));
});
afterAll(() => api.close());

const show = async () => JSON.parse(await runAdmin(api, "capacity", "show", "--json"));
/** Makes the hypervisor answer once with this. */
function withCapacity(tell: NonNullable<Provisioner["capacity"]>) {
  const { provisioner } = api.deps;
  if (!provisioner.capacity) throw new Error("the hypervisor tells no capacity");
  return vi.spyOn(provisioner as { capacity: typeof tell }, "capacity").mockImplementationOnce(tell);
}

describe("capacity show", () => {
  it("counts the servers of each node, and says what the hypervisor does not tell", async () => {
    const unknown = { processor: "unknown", freeMemoryMb: "unknown", freeDiskGb: "unknown" };
    expect(await show()).toEqual([
      { node: "node-1", state: "online", servers: 1, ...unknown },
      { node: "node-2", state: "online", servers: 1, ...unknown },
      { node: "unknown", state: "unknown", servers: 1, ...unknown },
    ]);
  });

  it("shows what is free of what there is", async () => {
    const reported = {
      node: "node-1",
      isOnline: true,
      processors: 8,
      memoryMb: { free: 1024, total: 4096 },
      diskGb: { free: 10, total: 40 },
    };
    const spy = withCapacity(async () => [reported]);
    const [first, second] = await show();
    expect(first).toMatchObject({ processor: 8, freeMemoryMb: "1024 / 4096", freeDiskGb: "10 / 40" });
    expect(second).toMatchObject({ node: "node-2", state: "unknown", servers: 1 });
    spy.mockRestore();
  });

  it("still counts the servers while the hypervisor does not answer", async () => {
    const spy = withCapacity(async () => {
      throw new Error("no route to host");
    });
    expect((await show())[0]).toMatchObject({ node: "node-1", state: "noAnswer", servers: 1 });
    spy.mockRestore();
  });
});
