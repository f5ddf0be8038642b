import type * as fc from "fast-check";
import { checkInvariants } from "./invariants";
import type { World } from "./world";
import { count } from "./world";

/** An event in a test world; safe to run concurrently with others. */
export type ModelEvent = { name: string; happen: (world: World) => Promise<void> };

type Model = { steps: number };

/** Number of steps after which the invariants are checked in between, not only at the end. */
const stepsBetweenChecks = 5;

/** Makes a fast-check command of events; several events of a burst run concurrently. */
export function asCommand(burst: readonly ModelEvent[]): fc.AsyncCommand<Model, World> {
  return {
    check: () => true,
    run: async (model, world) => {
      for (const { name } of burst) count(world, name.split(" ")[0] ?? name);
      if (burst.length > 1) count(world, "bursts");
      // every step has a different time; events of a burst share one
      world.api.pass({ seconds: 1 });
      const ends = await Promise.allSettled(burst.map(({ happen }) => happen(world)));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      model.steps++;
      if (model.steps % stepsBetweenChecks === 0) await checkInvariants(world);
    },
    toString: () => burst.map(({ name }) => name).join(" | "),
  };
}
