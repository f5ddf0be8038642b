import { barsTable, cell, ratioOf, table } from "./charts";
import type { FlowMedians, Measured, PagesResult, Results, RowsResult, StartResult, Times } from "./results";

/** Goals of the flow, as fractions of the SPA's times. */
export const goals: Record<string, Partial<Record<keyof FlowMedians, number>>> = {
  "slow 3G": { usable: 0.3, servers: 0.5, paid: 0.6 },
  "fast 3G": { paid: 1 },
};
const byteGoal = 20;
export const rowsGoal = 1.3;
export const steps = [
  ["firstPaint", "first paint"],
  ["usable", "form usable"],
  ["servers", "servers visible"],
  ["paid", "paid"],
] as const;

/** Returns `docs/bench.md` for one run. */
export function pageOf({ commit, note, flows, pages, rows, start }: Results): string {
  return `${[
    "# Measured by `npm run bench`",
    `Written by the command, of commit ${commit}; the numbers stand in \`tools/bench/results/${commit}.json\`, how they are taken in \`tools/bench/README.md\`. Machines are noisy and busy: compare ratios of one part, never milliseconds of two. A bar is a ratio.`,
    ...(note ? [note] : []),
    ...(flows ? flowsOf(flows) : []),
    ...(pages ? pagesOf(pages) : []),
    ...(rows ? rowsOf(rows) : []),
    ...(start ? startOf(start) : []),
  ].join("\n\n")}\n`;
}

const surroundings = ({ at, cores, load, node }: Measured<unknown>) =>
  `${at} UTC, ${cores} cores, load ${load} at the beginning, Node ${node}.`;

function flowsOf(measured: NonNullable<Results["flows"]>): string[] {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  return [
    "## Log in, see the servers, rent one, against an SPA",
    `The SPA (\`tools/bench/peer/\`) has the product's own components, styles, words and API, files split by routes and compressed when built. Each flow is a new browser profile and a new client with two servers; medians of ${measured.found[0]?.runs} flows each, in turns. ${surroundings(measured)}`,
    ...measured.found.flatMap(({ line, ours, withoutScript, peer }) => {
      const goal = goals[line.split(":")[0] ?? ""] ?? {};
      return [
        `### ${line}`,
        barsTable(
          ["", "ours, s", "without script, s", "SPA, s", "ours / SPA", "goal"],
          steps.map(([step, name]) => {
            const seconds = [ours, withoutScript, peer].map((one) => (one[step] / 1000).toFixed(2));
            return { cells: [name, ...seconds], ratio: ratioOf(ours[step], peer[step]), goal: goal[step] };
          }),
        ),
        table(
          ["until paid", "ours", "without script", "SPA"],
          [
            ["KB", ...[ours, withoutScript, peer].map(({ bytes }) => kilobytes(bytes))],
            [
              "of them script",
              ...[ours, withoutScript, peer].map(({ scriptBytes }) => kilobytes(scriptBytes)),
            ],
            [
              `without script (goal ${byteGoal})`,
              ...[ours, withoutScript, peer].map((one) => kilobytes(one.bytes - one.scriptBytes)),
            ],
            ["requests", ...[ours, withoutScript, peer].map(({ requests }) => requests)],
          ],
        ),
      ];
    }),
  ];
}

function pagesOf(measured: Measured<PagesResult>): string[] {
  const { bare, bareTable, pages } = measured.found;
  return [
    "## Processor time of a page, against a bare Remix",
    `Of the process that serves it, data and compression included, PostgreSQL's own not, once the process has compiled what it runs, of a browser that has the sheet. Bare is remix-serve on one empty page, ${bare} ms; with a table of twenty rows and three loaders ${bareTable} ms (\`tools/bench/bare/build.mjs\`). ${surroundings(measured)}`,
    barsTable(
      ["page", "ms", "times the bare table", "times bare"],
      pages.map(({ path, ms }) => ({
        cells: [`\`${path}\``, ms, ratioOf(ms, bareTable).toFixed(1)],
        ratio: ratioOf(ms, bare),
      })),
    ),
  ];
}

/** Benchmarks that process all rows: the cost per row counts. */
const workOnAll = ["refresh", "trades"];

function rowsOf(measured: Measured<RowsResult[]>): string[] {
  const isPost = ({ what }: RowsResult) => what.startsWith("ingestion");
  const isWork = ({ bench }: RowsResult) => workOnAll.includes(bench);
  return [
    "## Cost against rows",
    `Whole calls of the API, session, contract and PostgreSQL included; the least of many times, since what is more is the machine's. ${surroundings(measured)}`,
    rowsTable(
      measured.found.filter((one) => !isWork(one) && !isPost(one)),
      "times",
      () => 1,
      rowsGoal,
    ),
    "## Ingestion",
    "A post of a terminal with a trade that was closed today, into a history of few and of many trades.",
    rowsTable(measured.found.filter(isPost), "times", () => 1),
    "## Import, and summing up",
    "A full refresh of a history, and making trades of a statement's rows in the histories that invite walks through all of them: all of the rows each time, the ratio is that of one row.",
    rowsTable(measured.found.filter(isWork), "times, a row", ({ few, many }) => rowsIn(few) / rowsIn(many)),
    ...piecesOf(measured.found),
  ];
}

/** Limits of a chunk of a refresh: wall-clock time, and memory above that at the start. */
const pieceGoals = { seconds: 2, megabytes: 200 };

function piecesOf(found: RowsResult[]): string[] {
  const lines = found.flatMap(({ few, many }) =>
    [few, many].flatMap(({ rows, pieces }) => (pieces ? [{ rows, ...pieces }] : [])),
  );
  if (lines.length === 0) return [];
  const within = (value: number, goal: number) => `${value}${value > goal ? ", over" : ""}`;
  const times = ({ median, longest, count }: Times) => `${median}, ${longest} (${count})`;
  return [
    `A full refresh is done in pieces, a transaction each. A page is four calls of another account's, in the same process, one page after the other: the median, the longest and how many, with nothing else to do and meanwhile.`,
    table(
      [
        "",
        "pieces",
        `the longest, s (goal ${pieceGoals.seconds})`,
        "of our processor, s",
        `MB above the start (goal ${pieceGoals.megabytes})`,
        "a page, ms",
        "meanwhile, ms",
      ],
      lines.map(({ rows, count, longest, megabytes, page }) => [
        rows,
        count,
        within(longest.seconds, pieceGoals.seconds),
        longest.cpuSeconds,
        within(megabytes, pieceGoals.megabytes),
        times(page.quiet),
        times(page.meanwhile),
      ]),
    ),
  ];
}

const rowsIn = ({ rows }: RowsResult["few"]) => Number.parseInt(rows, 10);

const rowsTable = (list: RowsResult[], name: string, share: (one: RowsResult) => number, goal?: number) =>
  barsTable(
    ["", "few", "ms", "many", "ms", name, ...(goal === undefined ? [] : ["goal"])],
    list.map((one) => ({
      cells: [cell(one.what), one.few.rows, one.few.ms, one.many.rows, one.many.ms],
      ratio: ratioOf(one.many.ms, one.few.ms) * share(one),
      goal,
    })),
  );

function startOf(measured: Measured<StartResult>): string[] {
  const { bare, first, again } = measured.found;
  const line = (name: string, { seconds, megabytes }: typeof bare) => [
    name,
    seconds,
    ratioOf(seconds, bare.seconds).toFixed(1),
    megabytes,
    ratioOf(megabytes, bare.megabytes).toFixed(1),
  ];
  return [
    "## Start and memory",
    `Until the first good answer, and resident memory then; PostgreSQL's own not. ${surroundings(measured)}`,
    table(
      ["", "seconds", "times bare", "MB", "times bare"],
      [
        line("a bare Remix", bare),
        line(
          "the cabinet for the first time: makes its database, the demo's people and their histories",
          first,
        ),
        line("the cabinet again", again),
        line(`and after ${again.pages} pages`, { ...again, megabytes: again.megabytesAfterPages }),
      ],
    ),
  ];
}
