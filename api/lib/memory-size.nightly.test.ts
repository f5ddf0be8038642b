import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { memorySize } from "./memory-size";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const bytesInUse = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** Returns a string that V8 does not share with another. */
const text = (length: number, at: number) => Buffer.alloc(length, `${at} ш`).toString();

it.each<[string, (at: number) => unknown]>([
  ["texts", (at) => text(400, at)],
  ["points of a line", (at) => Array.from({ length: 30 }, (_, point) => [at + point + 0.5, point / 3])],
  ["rows", (at) => ({ id: text(24, at), sum: at + 0.5, note: null, days: { from: text(10, at), to: at } })],
  ["sets and maps", (at) => new Map([[text(20, at), new Set([text(20, at), text(30, at)])]])],
  // last, because their memory is freed after garbage collection
  ["bytes", () => ({ body: Buffer.allocUnsafeSlow(5_000) })],
])("counts at least half of what %s take in memory", (_, create) => {
  const before = bytesInUse();
  const values = Array.from({ length: 5_000 }, (_, at) => create(at));
  const usedBytes = bytesInUse() - before;
  expect(memorySize(values)).toBeGreaterThan(usedBytes / 2);
});

it("counts two bytes per character and a header per object", () => {
  expect(memorySize("a".repeat(100))).toBe(232);
  expect(memorySize(["a"])).toBe(32 + 8 + 34);
  expect(memorySize({ a: 1 })).toBe(32 + 8 + 8);
});
