import type * as fc from "fast-check";
import { holdsLaws } from "./invariants";
import type { World } from "./world";
import { count } from "./world";

/** Something that happens in a world; safe to happen at the same time as others. */
export type ModelEvent = { name: string; happen: (world: World) => Promise<void> };

type Model = { steps: number };

/** After so many steps the laws are looked at in between, not only at the end. */
const stepsBetweenLooks = 5;

/** What happens as commands of fast-check: several in one burst run at the same time. */
export function asCommand(burst: readonly ModelEvent[]): fc.AsyncCommand<Model, World> {
  return {
    check: () => true,
    run: async (model, world) => {
      for (const { name } of burst) count(world, name.split(" ")[0] ?? name);
      if (burst.length > 1) count(world, "bursts");
      // no two moments are the same, but in a burst
      world.api.pass({ seconds: 1 });
      const ends = await Promise.allSettled(burst.map(({ happen }) => happen(world)));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      model.steps++;
      if (model.steps % stepsBetweenLooks === 0) await holdsLaws(world);
    },
    toString: () => burst.map(({ name }) => name).join(" | "),
  };
}
