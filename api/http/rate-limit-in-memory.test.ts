import { expect, test } from "vitest";
import { consumeInMemory } from "./rate-limit";

/** A process of its own, with its clock in hand. */
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

test("a client is served so often a minute from the first call, and is then told how long to wait", () => {
  const { ask, pass } = process();
  expect([ask("anna"), ask("anna")]).toEqual(["served", "served"]);
  pass(20.5);
  expect(ask("anna")).toBe("served");
  const refusal = {
    status: 429,
    code: "tooManyTries",
    extra: { details: { count: 40 }, headers: { "retry-after": "40" } },
  };
  expect([ask("anna"), ask("anna")]).toMatchObject([refusal, refusal]);
  expect([ask("boris"), ask("anna", 6)]).toEqual(["served", "served"]);
  pass(39.5);
  // a minute after the first call the count begins anew
  expect([1, 2, 3].map(() => ask("anna"))).toEqual(["served", "served", "served"]);
  expect(ask("anna")).toMatchObject({ extra: { details: { count: 60 } } });
});

test("two processes count each for itself", () => {
  const [one, other] = [process(), process()];
  expect([one.ask("anna", 1), other.ask("anna", 1)]).toEqual(["served", "served"]);
});

test("of more than ten thousand clients those who asked longest ago are forgotten: memory does not grow with who asks", () => {
  const { ask } = process();
  expect([ask("anna", 1), ask("anna", 1)]).toMatchObject(["served", { status: 429 }]);
  for (let other = 1; other < 10_000; other++) ask(`client ${other}`);
  expect(ask("anna", 1)).toMatchObject({ status: 429 });
  for (let other = 1; other < 10_000; other++) ask(`another ${other}`);
  expect(ask("anna", 1)).toMatchObject({ status: 429 });
  for (let other = 1; other <= 10_000; other++) ask(`client ${other}`);
  expect(ask("anna", 1)).toBe("served");
});
