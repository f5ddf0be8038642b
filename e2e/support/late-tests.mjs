// Tests that needed their second try: how many a busy machine is forgiven.
import { stripVTControlCharacters } from "node:util";

const allowed = 3;
const mostReasonLines = 6;

/**
 * The late tests that a run is not forgiven, of the names of all that were late: a test that was late in two of its projects has a
 * seed of its own to be found, and where more than a few were late the run says nothing.
 * @param {string[]} names the file and the title of a test, once for each project that it was late in
 * @returns {string[]}
 */
export function tooLate(names) {
  if (names.length > allowed) return names;
  return names.filter((name, at) => names.indexOf(name) !== at || names.lastIndexOf(name) !== at);
}

/**
 * The first lines of what the first attempt failed by, without colours.
 * @param {import("@playwright/test/reporter").TestCase} test
 */
function reasonOf({ results }) {
  const errors = results.find(({ errors }) => errors.length > 0)?.errors ?? [];
  // a test that ran out of time has that for its first error, and what it waited for as the next
  return stripVTControlCharacters(errors.map(({ message }) => message).join("\n"))
    .split("\n")
    .filter((line) => line.trim())
    .slice(0, mostReasonLines);
}

/** Fails a run by its late tests, and names them all with their reasons. */
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
