import { afterAll, beforeAll, expect, test } from "vitest";
import { hypervisorFailures } from "#api/integrations/provisioner/testing/failures";
import type { Place } from "#api/integrations/provisioner/testing/promises";
import { books } from "#api/integrations/provisioner/testing/promises";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { proxmoxPlace } from "#api/integrations/provisioner/testing/proxmox-place";
import type { TestDatabase } from "#api/testing/test-database";
import { testDatabase } from "#api/testing/test-database";

hypervisorFailures("Proxmox VE", async () => proxmoxPlace(await startProxmox()));

let place: Place;
let database: TestDatabase;
const { make, run } = books(
  () => place,
  () => database,
);
beforeAll(async () => {
  database = await testDatabase();
  place = proxmoxPlace(await startProxmox());
  await run("create");
});
afterAll(async () => {
  await place.close();
  await database.close();
});
const snapshotNames = async () => (await make().snapshots?.list("srv1"))?.map(({ name }) => name);

test.each(["away", "lost", "error"] as const)(
  "a snapshot is taken once, rolled back to and removed, with a request %s at every step",
  async (kind) => {
    const begun = place.requestCount();
    await run("takeSnapshot", { snapshot: "whole" });
    const questions = place.requestCount() - begun;
    await run("dropSnapshot", { snapshot: "whole" });
    for (let at = 0; at < questions; at++) {
      const snapshot = `at-${at}`;
      place.failAt(place.requestCount() + at, kind);
      expect([at, (await run("takeSnapshot", { snapshot }))?.status]).toEqual([at, "done"]);
      expect(await snapshotNames()).toEqual([snapshot]);
      place.failAt(place.requestCount() + at, kind);
      expect([at, (await run("rollBack", { snapshot }))?.status]).toEqual([at, "done"]);
      expect(await place.machines()).toMatchObject([{ isRunning: true }]);
      place.failAt(place.requestCount() + at, kind);
      expect([at, (await run("dropSnapshot", { snapshot }))?.status]).toEqual([at, "done"]);
      expect(await snapshotNames()).toEqual([]);
    }
  },
);
