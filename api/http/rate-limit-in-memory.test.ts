import { expect, test } from "vitest";
import { consumeInMemory } from "./rate-limit";

/** Simulates a process with a controllable clock. */
function process() {
  let now = Date.parse("2026-03-02T10:00:00Z");
  const deps = { clock: { now: () => new Date(now) }, settings: {} as never };
  const ask = (key: string, limit = 3) => {
    try {
      consumeInMemory(deps, { key, limit });
      return "served";
    } catch (error) {
      return error;
    }
  };
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { ask, pass };
}

test("a client gets a limited number of requests a minute from the first one, then is told how long to wait", () => {
  const { ask, pass } = process();
  expect([ask("anna"), ask("anna")]).toEqual(["served", "served"]);
  pass(20.5);
  expect(ask("anna")).toBe("served");
  const rejection = {
    status: 429,
    code: "tooManyTries",
    extra: { details: { count: 40 }, headers: { "retry-after": "40" } },
  };
  expect([ask("anna"), ask("anna")]).toMatchObject([rejection, rejection]);
  expect([ask("boris"), ask("anna", 6)]).toEqual(["served", "served"]);
  pass(39.5);
  // a minute after the first request a new window begins
  expect([1, 2, 3].map(() => ask("anna"))).toEqual(["served", "served", "served"]);
  expect(ask("anna")).toMatchObject({ extra: { details: { count: 60 } } });
});

test("two processes count separately", () => {
  const [one, other] = [process(), process()];
  expect([one.ask("anna", 1), other.ask("anna", 1)]).toEqual(["served", "served"]);
});

test("remembers ten thousand clients and forgets the least recent ones when its memory is full", () => {
  const { ask } = process();
  expect([ask("anna", 1), ask("anna", 1)]).toMatchObject(["served", { status: 429 }]);
  for (let other = 1; other < 10_000; other++) ask(`client ${other}`);
  expect(ask("anna", 1)).toMatchObject({ status: 429 });
  for (let other = 1; other < 10_000; other++) ask(`another ${other}`);
  expect(ask("anna", 1)).toMatchObject({ status: 429 });
  for (let other = 1; other <= 30_000; other++) ask(`client ${other}`);
  expect(ask("anna", 1)).toBe("served");
});
