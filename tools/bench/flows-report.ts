import { ratioOf, table } from "./charts";
import type { Flow, FlowsOfLine, FlowsResult, Series } from "./results";
import { median } from "./results";

type Step = keyof Flow;

/** Maximum duration of a step with script, relative to without. */
const guard = 1.15;
const steps: [step: Step, name: string][] = [
  ["firstPaint", "first paint"],
  ["usable", "form usable"],
  ["servers", "servers visible"],
  ["paid", "paid"],
];
const waits: [step: Step, name: string][] = [
  ["logIn", 'after "Log in"'],
  ["order", "after a plan"],
  ["pay", 'after "Pay"'],
  ["waiting", "all three"],
];

/** Goals of the flow relative to the SPA, by prefix of the connection's name. */
const goals: [line: string, goals: Partial<Record<Step, number>>][] = [
  ["slow 3G", { usable: 0.3, servers: 0.5, paid: 0.6 }],
  ["fast 3G", { servers: 0.7, paid: 0.8, waiting: 0.75 }],
  ["10 Mbit/s", { servers: 0.75, paid: 0.95, waiting: 0.85 }],
  ["50 Mbit/s", { servers: 0.75, paid: 0.95 }],
];
const goalsOf = (line: string) => goals.find(([name]) => line.startsWith(name))?.[1] ?? {};

/** Returns the summary table, one row per connection, and then the measurements it is based on. */
export function flowsOf({ peerCommit, lines }: FlowsResult, surroundings: string): string[] {
  return [
    "## Who is faster where",
    table(
      ["line", "faster", ...steps.map(([, name]) => name), "waiting, with pauses"],
      lines.map(({ line, straight, paused }) => [
        line,
        faster({ line, straight, paused }),
        ...steps.map(([step]) => verdict(straight, step, goalsOf(line)[step])),
        verdict(paused, "waiting", goalsOf(line).waiting),
      ]),
    ),
    "The cabinet's time divided by the SPA's: the median, and in how many rounds it met its goal (or was below 1 if it has none).",
    guardOf(lines),
    `The flow: a new client with two servers logs in, sees the servers and rents one, in an empty browser profile. It runs once without pauses, and once with a person's pauses (4 s at the login, 2 s on each page, typing a comment into the order), where only the waiting after each press counts. A round runs each of the three variants three times, in turns, and takes the medians. The SPA is \`tools/bench/peer\` of commit ${peerCommit}: the product's API, components, styles and texts, split by route and compressed at build time. The driver runs no code in the page: it clicks, observes and hit-tests over the DevTools protocol every 20 ms. ${surroundings}`,
    ...lines.flatMap(({ line, straight, paused }) => [
      `### ${line}`,
      timesTable(straight, steps, line, "from the start, s"),
      timesTable(paused, waits, line, "with pauses: waiting, s"),
      pressesTable(paused),
      bytesTable(straight),
    ]),
  ];
}

const medianRatio = (one: Series, other: Series, step: Step) =>
  ratioOf(median(one[step]), median(other[step]));
const ratios = (one: Series, other: Series, step: Step) =>
  one[step].map((value, round) => ratioOf(value, other[step][round] ?? Number.NaN));
const within = (list: readonly number[], limit: number) =>
  `${list.filter((ratio) => ratio <= limit).length} of ${list.length}`;

function verdict({ ours, peer }: FlowsOfLine["paused"], step: Step, goal: number | undefined): string {
  const ratio = medianRatio(ours, peer, step);
  const roundsWithinGoal = within(ratios(ours, peer, step), goal ?? 1);
  return `${ratio.toFixed(2)}${goal === undefined ? "" : ` (goal ${goal}${ratio > goal ? ", missed" : ""})`}, ${roundsWithinGoal}`;
}

function faster({ straight, paused }: FlowsOfLine): string {
  const slower = [
    ...steps.filter(([step]) => medianRatio(straight.ours, straight.peer, step) > 1),
    ...(medianRatio(paused.ours, paused.peer, "waiting") > 1
      ? [["waiting", "waiting with pauses"] as const]
      : []),
  ].map(([, name]) => name);
  if (slower.length === 0) return "the cabinet";
  if (slower.length === steps.length + 1) return "the SPA";
  return `the SPA: ${slower.join(", ")}; otherwise the cabinet`;
}

/** Returns a step's times divided by those of the round before. */
const drift = (series: Series, step: Step) =>
  series[step].slice(1).map((value, index) => ratioOf(value, series[step][index] ?? Number.NaN));

/**
 * Returns whether script makes a step slower, and what the machine's noise does to the same comparison: the flow
 * without script, compared with itself a round later.
 */
function guardOf(lines: readonly FlowsOfLine[]): string {
  const all = lines.flatMap(({ line, straight, paused }) =>
    [
      ...steps.map(([step, name]) => ({ step, name, series: straight })),
      ...waits.map(([step, name]) => ({ step, name: `waiting ${name}`, series: paused })),
    ].map(({ step, name, series: { ours, withoutScript } }) => ({
      name: `${line.split(":")[0]}, ${name}`,
      ratio: medianRatio(ours, withoutScript, step),
      rounds: ratios(ours, withoutScript, step),
      noise: drift(withoutScript, step),
    })),
  );
  const over = all.filter(({ ratio }) => ratio > guard);
  const inAll = all.filter(({ rounds }) => rounds.every((ratio) => ratio <= guard));
  const missed = over.map(
    ({ name, ratio, rounds }) => `${name} ${ratio.toFixed(2)} (${within(rounds, guard)})`,
  );
  return `With script, a step takes at most ${guard} times as long as without: true for ${all.length - over.length} of ${all.length} medians, in every round for ${inAll.length}${over.length > 0 ? `. Exceeded by: ${missed.join("; ")}` : ""}. Of all rounds it holds in ${within(
    all.flatMap(({ rounds }) => rounds),
    guard,
  )}; the flow without script, compared with itself one round before, is within the same limit in ${within(
    all.flatMap(({ noise }) => noise),
    guard,
  )}.`;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
const spread = (values: readonly number[]) =>
  `${seconds(median(values))} (${seconds(Math.min(...values))}-${seconds(Math.max(...values))})`;

const timesTable = (
  { ours, withoutScript, peer }: FlowsOfLine["paused"],
  rows: typeof steps,
  line: string,
  head: string,
) =>
  table(
    [head, "ours", "without script", "SPA", "ours / SPA", "ours / without", `rounds ≤ ${guard}`],
    rows.map(([step, name]) => [
      name,
      ...[ours, withoutScript, peer].map((one) => spread(one[step])),
      verdict({ ours, withoutScript, peer }, step, goalsOf(line)[step]),
      medianRatio(ours, withoutScript, step).toFixed(2),
      within(ratios(ours, withoutScript, step), guard),
    ]),
  );

/** Presses answered by script and presses answered by a document. */
function pressesTable({ ours }: FlowsOfLine["paused"]): string {
  const presses = waits.slice(0, 3).map(([step, name]) => {
    const byScript = ours[`${step}ByScript` as Step];
    const of = (kind: number) => {
      const waited = ours[step].filter((_, round) => byScript[round] === kind);
      return waited.length > 0 ? `${waited.length}: ${spread(waited)}` : 0;
    };
    return [name, of(0), of(1)];
  });
  return table(["ours, with pauses, presses", "unhydrated", "hydrated"], presses);
}

function bytesTable({ ours, withoutScript, peer }: FlowsOfLine["straight"]): string {
  const all = [ours, withoutScript, peer];
  const kilobytes = (step: Step) => all.map((one) => (median(one[step]) / 1024).toFixed(1));
  return table(
    ["until paid", "ours", "without script", "SPA"],
    [
      ["KB", ...kilobytes("bytes")],
      ["script, KB", ...kilobytes("scriptBytes")],
      ["requests", ...all.map(({ requests }) => median(requests))],
    ],
  );
}
