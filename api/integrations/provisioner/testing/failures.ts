import { describe, expect, test } from "vitest";
import type { Place } from "./promises";
import { shared } from "./promises";

/** Tests that every order survives a failure of any request; slow, because each step fails in three ways. */
export function hypervisorFailures(name: string, start: () => Promise<Place>): void {
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
        for (let at = 0; at < questions; at++) {
          const serverId = `server-${kind}-${at}`;
          const before = place().made();
          place().failAt(place().requestCount() + at, kind);
          expect([at, (await run("create", { serverId }))?.status]).toEqual([at, "done"]);
          expect(place().made() - before).toBe(1);
          expect(await place().machines()).toMatchObject([{ isRunning: true, processor: 2, diskGb: 25 }]);
          place().failAt(place().requestCount() + (at % 12), kind);
          expect([at, ...(await does("reinstall", { serverId }))]).toEqual([at, "done", true]);
          place().failAt(place().requestCount() + (at % 8), kind);
          expect([at, ...(await does("resetPassword", { serverId }))]).toEqual([at, "done", true]);
          place().failAt(place().requestCount() + (at % 6), kind);
          expect([at, ...(await does("block", { serverId }))]).toEqual([at, "done", false]);
          place().failAt(place().requestCount() + (at % 8), kind);
          expect([at, ...(await does("remove", { serverId }))]).toEqual([at, "done"]);
        }
      },
      300_000,
    );
  });
}
