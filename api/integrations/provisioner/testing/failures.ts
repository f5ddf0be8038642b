import { describe, expect, test } from "vitest";
import type { HypervisorFixture } from "./shared-tests";
import { shared } from "./shared-tests";

/** Tests that every order survives a failure of any request; slow, because each step fails in three ways. */
export function hypervisorFailures(name: string, start: () => Promise<HypervisorFixture>): void {
  describe(`${name}, whatever fails on the way`, () => {
    const { run, does, place } = shared(start);

    test.each(["away", "lost", "error"] as const)(
      "a machine is made once, set up and later gone, with a question %s at every step",
      async (kind) => {
        // the number of requests without failures
        const first = place().requestCount();
        await run("create");
        const questions = place().requestCount() - first;
        await run("remove");
        for (let requestIndex = 0; requestIndex < questions; requestIndex++) {
          const serverId = `server-${kind}-${requestIndex}`;
          const before = place().creationCount();
          place().failAt(place().requestCount() + requestIndex, kind);
          expect([requestIndex, (await run("create", { serverId }))?.status]).toEqual([requestIndex, "done"]);
          expect(place().creationCount() - before).toBe(1);
          expect(await place().machines()).toMatchObject([{ isRunning: true, processor: 2, diskGb: 25 }]);
          place().failAt(place().requestCount() + (requestIndex % 12), kind);
          expect([requestIndex, ...(await does("reinstall", { serverId }))]).toEqual([
            requestIndex,
            "done",
            true,
          ]);
          place().failAt(place().requestCount() + (requestIndex % 8), kind);
          expect([requestIndex, ...(await does("resetPassword", { serverId }))]).toEqual([
            requestIndex,
            "done",
            true,
          ]);
          place().failAt(place().requestCount() + (requestIndex % 6), kind);
          expect([requestIndex, ...(await does("block", { serverId }))]).toEqual([
            requestIndex,
            "done",
            false,
          ]);
          place().failAt(place().requestCount() + (requestIndex % 8), kind);
          expect([requestIndex, ...(await does("remove", { serverId }))]).toEqual([requestIndex, "done"]);
        }
      },
      300_000,
    );
  });
}
