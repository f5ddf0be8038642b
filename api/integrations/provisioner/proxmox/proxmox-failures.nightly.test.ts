import { afterAll, beforeAll, expect, test } from "vitest";
import { hypervisorFailures } from "#api/integrations/provisioner/testing/failures";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { proxmoxFixture } from "#api/integrations/provisioner/testing/proxmox-fixture";
import type { HypervisorFixture } from "#api/integrations/provisioner/testing/shared-tests";
import { books } from "#api/integrations/provisioner/testing/shared-tests";
import type { TestDatabase } from "#api/testing/test-database";
import { testDatabase } from "#api/testing/test-database";

hypervisorFailures("Proxmox VE", async () => proxmoxFixture(await startProxmox()));

let fixture: HypervisorFixture;
let database: TestDatabase;
const { make, run } = books(
  () => fixture,
  () => database,
);
beforeAll(async () => {
  database = await testDatabase();
  fixture = proxmoxFixture(await startProxmox());
  await run("create");
});
afterAll(async () => {
  await fixture.close();
  await database.close();
});
const snapshotNames = async () => (await make().snapshots?.list("srv1"))?.map(({ name }) => name);

test.each(["away", "lost", "error"] as const)(
  "a snapshot is taken once, rolled back to and removed, with a request %s at every step",
  async (kind) => {
    const begun = fixture.requestCount();
    await run("takeSnapshot", { snapshot: "whole" });
    const questions = fixture.requestCount() - begun;
    await run("dropSnapshot", { snapshot: "whole" });
    for (let requestIndex = 0; requestIndex < questions; requestIndex++) {
      const snapshot = `at-${requestIndex}`;
      fixture.failAt(fixture.requestCount() + requestIndex, kind);
      expect([requestIndex, (await run("takeSnapshot", { snapshot }))?.status]).toEqual([
        requestIndex,
        "done",
      ]);
      expect(await snapshotNames()).toEqual([snapshot]);
      fixture.failAt(fixture.requestCount() + requestIndex, kind);
      expect([requestIndex, (await run("rollBack", { snapshot }))?.status]).toEqual([requestIndex, "done"]);
      expect(await fixture.machines()).toMatchObject([{ isRunning: true }]);
      fixture.failAt(fixture.requestCount() + requestIndex, kind);
      expect([requestIndex, (await run("dropSnapshot", { snapshot }))?.status]).toEqual([
        requestIndex,
        "done",
      ]);
      expect(await snapshotNames()).toEqual([]);
    }
  },
);
