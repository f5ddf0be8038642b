import { table } from "./charts";
import type { PressesResult } from "./results";
import { median } from "./results";

const goals = { press: 100, task: 50 };

const of = (values: readonly number[], goal: number, least: number) => {
  const shown = (value: number) => (value <= least ? `≤ ${least}` : String(Math.round(value)));
  const roundsWithinGoal = values.filter((value) => value <= goal).length;
  return `${shown(median(values))} (${shown(Math.max(...values))})${median(values) > goal ? ", over" : ""}, ${roundsWithinGoal} of ${values.length}`;
};

/** Time until a press shows a result, and how long hydration blocks the page. */
export const pressesOf = ({ presses, hydration }: PressesResult, surroundings: string): string[] => [
  "## Presses on a phone",
  `A press until the next paint (INP), 390 px wide, processor ×4, 10 Mbit/s: the median, the longest, and how often it kept the goal. Pages that are left are seen until they are. ${surroundings}`,
  table(
    ["", `unhydrated, ms (goal ${goals.press})`, `hydrated, ms (goal ${goals.press})`],
    presses.map(({ what, unhydrated, hydrated }) => [
      what,
      of(unhydrated, goals.press, 16),
      of(hydrated, goals.press, 16),
    ]),
  ),
  "The longest task of the main thread from when script is asked for until the page is hydrated, evaluation included.",
  table(
    ["page", `ms (goal ${goals.task})`],
    hydration.map(({ path, longest }) => [`\`${path}\``, of(longest, goals.task, 50)]),
  ),
];
