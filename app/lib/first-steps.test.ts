import { expect, test } from "vitest";
import { stepsOf } from "./first-steps";

const facts = { hasCredentialsShown: false, hasAccount: false, isTerminalHeard: false, skipped: [] };
const none = { settingUp: 0, active: 0, blocked: 0, revoked: 0 };
const ready = { ...none, active: 1 };
const fresh = {
  testServer: "available",
  facts,
  counts: none,
  hasMonitoring: true,
} as const;
const states = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).map(({ state }) => state);

test("a new client can request a test server and add an account at once", () => {
  expect(states(fresh)).toEqual(["now", "waits", "now"]);
});

test("each step's state follows from the client's data", () => {
  expect(states({ ...fresh, testServer: "underReview" })).toEqual(["asked", "waits", "now"]);
  expect(states({ ...fresh, testServer: "ordered", counts: ready })).toEqual(["done", "now", "now"]);
  const shown = { ...facts, hasCredentialsShown: true, hasAccount: true };
  expect(states({ ...fresh, counts: ready, facts: shown })).toEqual(["done", "asked"]);
});

test("an unrequested test server is neither a step nor done for a client who has rented one", () => {
  expect(stepsOf({ ...fresh, counts: ready }).map(({ step }) => step)).toEqual(["terminal", "monitoring"]);
  expect(states({ ...fresh, testServer: "underReview", counts: ready })).toEqual(["asked", "now", "now"]);
});

test("the terminal step waits for a server that is being set up", () => {
  const [terminal] = stepsOf({ ...fresh, counts: { ...none, settingUp: 1 } });
  expect(terminal).toMatchObject({ step: "terminal", state: "waits", word: "terminalSettingUp" });
});

test("a skipped step is hidden, and all of them once nothing is left to do", () => {
  const skipped = { ...facts, skipped: ["terminal" as const] };
  expect(stepsOf({ ...fresh, facts: skipped }).map(({ step }) => step)).toEqual(["testServer", "monitoring"]);
  const done = { hasCredentialsShown: true, hasAccount: true, isTerminalHeard: true, skipped: [] };
  expect(stepsOf({ ...fresh, counts: ready, facts: done })).toEqual([]);
  const both = { ...facts, skipped: ["testServer" as const, "terminal" as const, "monitoring" as const] };
  expect(stepsOf({ ...fresh, facts: both })).toEqual([]);
});

test("a client without the section has no step to add an account", () => {
  expect(stepsOf({ ...fresh, hasMonitoring: false }).map(({ step }) => step)).toEqual([
    "testServer",
    "terminal",
  ]);
});

test.each(["blocked", "revoked"] as const)("a server that is %s does not count as ready", (status) => {
  const known = { ...fresh, counts: { ...none, [status]: 1 } };
  const [terminal] = stepsOf(known);
  expect(terminal).toMatchObject({ step: "terminal", state: "waits", word: "terminalSettingUp" });
  const another = stepsOf({ ...known, counts: { ...known.counts, active: 1 } })[0];
  expect(another).toMatchObject({ state: "now", word: "terminalNow" });
});
