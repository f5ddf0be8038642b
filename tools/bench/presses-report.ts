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
  `Time from a press to the next paint (INP) at 390 px, CPU ×4, 10 Mbit/s: median, longest, and how often the goal was met. ${surroundings}`,
  table(
    ["", `unhydrated, ms (goal ${goals.press})`, `hydrated, ms (goal ${goals.press})`],
    presses.map(({ what, unhydrated, hydrated }) => [
      what,
      of(unhydrated, goals.press, 16),
      of(hydrated, goals.press, 16),
    ]),
  ),
  "Longest main-thread task between requesting the script and the end of hydration, including evaluation.",
  table(
    ["page", `ms (goal ${goals.task})`],
    hydration.map(({ path, longest }) => [`\`${path}\``, of(longest, goals.task, 50)]),
  ),
];
