// Flaky tests (passed on retry): how many of them a run tolerates on a busy machine.
import { stripVTControlCharacters } from "node:util";

const allowed = 3;
const mostReasonLines = 6;

/**
 * Returns the flaky tests that fail a run. A test that was flaky in two projects has a cause to be found; if more
 * than a few tests were flaky, the whole run is unreliable.
 * @param {string[]} names file and title of each flaky test, once for each project
 * @returns {string[]}
 */
export function tooLate(names) {
  if (names.length > allowed) return names;
  return names.filter((name, at) => names.indexOf(name) !== at || names.lastIndexOf(name) !== at);
}

/**
 * Returns the first lines of the first attempt's error, without colours.
 * @param {import("@playwright/test/reporter").TestCase} test
 */
function reasonOf({ results }) {
  const errors = results.find(({ errors }) => errors.length > 0)?.errors ?? [];
  // a timed-out test has the timeout as its first error and the awaited condition as the next
  return stripVTControlCharacters(errors.map(({ message }) => message).join("\n"))
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, mostReasonLines);
}

/** Fails a run with too many flaky tests, and lists them with their errors. */
export default class LateTests {
  /** @type {Map<string, { project: string | undefined, name: string, reason: string[] }>} */
  late = new Map();

  /** @param {import("@playwright/test/reporter").TestCase} test */
  onTestEnd(test) {
    if (test.outcome() !== "flaky") return;
    const [, project, ...path] = test.titlePath();
    this.late.set(test.id, { project, name: path.join(" › "), reason: reasonOf(test) });
  }

  /** @param {import("@playwright/test/reporter").FullResult} result */
  async onEnd({ status }) {
    const late = [...this.late.values()];
    for (const { project, name, reason } of late) {
      console.log(`  needed a second try: [${project}] ${name}`);
      for (const line of reason) console.log(`    ${line}`);
    }
    const isForgiven = tooLate(late.map(({ name }) => name)).length === 0;
    return { status: isForgiven ? status : "failed" };
  }

  printsToStdio() {
    return false;
  }
}
