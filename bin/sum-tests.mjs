// The last line of a build: the tests of all runners, from the reports that they wrote themselves.
import { readFileSync } from "node:fs";

const unitRuns = ["unit", "unit-slow"];
const browserRuns = ["browser", "browser-slow"];

/** A file that could not even be loaded counts as one failed test. */
function sumOfUnits({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

/** One test of a run may need a second try; where more did, they have failed. */
function sumOfBrowser({ stats, errors }) {
  const late = stats.flaky > 1 ? stats.flaky : 0;
  return { passed: stats.expected + stats.flaky - late, failed: stats.unexpected + late + errors.length };
}

function sumOf(run, sum) {
  try {
    return sum(JSON.parse(readFileSync(`reports/${run}.json`, "utf8")));
  } catch {
    console.error(`There is no report of the ${run} tests: they did not come to their end.`);
    return { passed: 0, failed: 1 };
  }
}

const sums = [
  ...unitRuns.map((run) => sumOf(run, sumOfUnits)),
  ...browserRuns.map((run) => sumOf(run, sumOfBrowser)),
];
const passed = sums.reduce((total, one) => total + one.passed, 0);
const failed = sums.reduce((total, one) => total + one.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
