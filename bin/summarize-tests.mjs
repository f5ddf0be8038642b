// The last step of a build: prints the failed tests and the total of all test runners, from their own reports. The
// log of a build is long and may be cut to its end, so failures are repeated here.
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { tooLate } from "#e2e/support/flaky-tests.mjs";

const unitRuns = ["unit", "unit-slow"];
const browserRuns = ["browser", "browser-slow"];
const mostLinesOfOne = 12;

/** A file that failed to load counts as one failed test. */
function sumOfUnits({ numPassedTests, testResults }) {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failures = assertionResults.filter((one) => one.status === "failed");
    if (status === "failed" && failures.length === 0) return [{ name, message }];
    return failures.map((one) => ({
      name: `${name} > ${one.fullName}`,
      message: one.failureMessages.join("\n"),
    }));
  });
  return { passed: numPassedTests, failed };
}

const messageOf = (attempts) => attempts.flatMap(({ errors }) => errors.map((one) => one.message)).join("\n");
const beginningOf = (message) =>
  stripVTControlCharacters(message ?? "")
    .split("\n")
    .slice(0, mostLinesOfOne)
    .join("\n");

function browserTests(suite) {
  const below = (suite.suites ?? []).flatMap(browserTests);
  return below.concat(
    (suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests.map((test) => ({
        name: `[${test.projectName}] ${file} > ${title}`,
        test: `${file} > ${title}`,
        status: test.status,
        message: messageOf(test.results),
        firstMessage: messageOf(test.results.slice(0, 1)),
      })),
    ),
  );
}

/**
 * Flaky tests beyond the allowance (`tooLate`) count as failed. All flaky tests are printed, each with the error of
 * its first attempt.
 */
function sumOfBrowser({ stats, errors, suites }) {
  const tests = suites.flatMap(browserTests);
  const flaky = tests.filter((one) => one.status === "flaky");
  const unforgiven = tooLate(flaky.map((one) => one.test));
  const late = flaky.filter((one) => unforgiven.includes(one.test));
  for (const { name, firstMessage } of flaky) console.log(`LATE ${name}\n${beginningOf(firstMessage)}\n`);
  const failed = tests.filter((one) => one.status === "unexpected");
  const outside = errors.map(({ message }) => ({ name: "outside of any test", message }));
  return { passed: stats.expected + stats.flaky - late.length, failed: [...failed, ...late, ...outside] };
}

function sumOf(run, sum) {
  try {
    return sum(JSON.parse(readFileSync(`reports/${run}.json`, "utf8")));
  } catch {
    return {
      passed: 0,
      failed: [{ name: run, message: "There is no report of these tests: they did not come to their end." }],
    };
  }
}

const sums = [
  ...unitRuns.map((run) => sumOf(run, sumOfUnits)),
  ...browserRuns.map((run) => sumOf(run, sumOfBrowser)),
];
const passed = sums.reduce((total, one) => total + one.passed, 0);
const failed = sums.flatMap((one) => one.failed);
for (const { name, message } of failed) console.log(`FAILED ${name}\n${beginningOf(message)}\n`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && passed > 0 ? 0 : 1);
