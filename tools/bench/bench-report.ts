import { barsTable, cell, ratioOf, table } from "./charts";
import { flowsOf } from "./flows-report";
import { linesByFolder } from "./lines-by-folder";
import { pressesOf } from "./presses-report";
import type { Measured, PagesResult, Results, RowsResult, StartResult, Times } from "./results";

/** Maximum cost of a page relative to a bare Remix app, and of a request with many rows relative to one with few. */
const pageGoal = 4;
const rowsGoal = 1.3;

/** Returns `docs/bench.md` for one run. */
export function benchReport({ commit, note, flows, presses, pages, rows, start }: Results): string {
  return `${[
    "# Measured by `npm run bench`",
    `Written by the command, of commit ${commit}; the numbers stand in \`tools/bench/results/${commit}.json\`, how they are taken in \`tools/bench/README.md\`. Machines are noisy and busy: compare ratios of one part, never milliseconds of two. A bar is a ratio.`,
    ...(flows ? flowsOf(flows.found, surroundings(flows)) : []),
    ...(note ? ["## Of this run", note] : []),
    ...(presses ? pressesOf(presses.found, surroundings(presses)) : []),
    ...(pages ? pagesOf(pages) : []),
    ...(rows ? rowsOf(rows) : []),
    ...(start ? startOf(start) : []),
    ...linesByFolder(),
  ].join("\n\n")}\n`;
}

const surroundings = ({ at, cores, load, node }: Measured<unknown>) =>
  `${at} UTC, ${cores} cores, load ${load} at the beginning, Node ${node}.`;

function pagesOf(measured: Measured<PagesResult>): string[] {
  const { bare, bareTable, pages } = measured.found;
  return [
    "## Processor time of a page, against a bare Remix",
    `Of the process that serves it, data and compression included, PostgreSQL's own not, once the process has compiled what it runs, of a browser that has the sheet. Bare is remix-serve on one empty page, ${bare} ms; with a table of twenty rows and three loaders ${bareTable} ms (\`tools/bench/bare/build.mjs\`). ${surroundings(measured)}`,
    barsTable(
      ["page", "ms", "times the bare table", "times bare", "goal"],
      pages.map(({ path, ms }) => ({
        cells: [`\`${path}\``, ms, ratioOf(ms, bareTable).toFixed(1)],
        ratio: ratioOf(ms, bare),
        goal: pageGoal,
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
    ...chunksOf(measured.found),
  ];
}

/** Limits of a chunk of a refresh: wall-clock time, and memory above that at the start. */
const chunkGoals = { seconds: 2, megabytes: 200 };

function chunksOf(found: RowsResult[]): string[] {
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
        `the longest, s (goal ${chunkGoals.seconds})`,
        "of our processor, s",
        `MB above the start (goal ${chunkGoals.megabytes})`,
        "a page, ms",
        "meanwhile, ms",
      ],
      lines.map(({ rows, count, longest, megabytes, page }) => [
        rows,
        count,
        within(longest.seconds, chunkGoals.seconds),
        longest.cpuSeconds,
        within(megabytes, chunkGoals.megabytes),
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
