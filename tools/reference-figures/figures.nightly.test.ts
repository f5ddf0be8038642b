import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Case } from "./compare";
import { differences } from "./compare";

const python = (first: number, count: number) =>
  execFileSync("python3", [`${import.meta.dirname}/histories.py`, String(first), String(count)], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });

describe("statisticsOf", () => {
  it("gives the figures of the reference implementation for 500 random histories", () => {
    const cases = python(1, 500)
      .trim()
      .split("\n")
      .map((line): Case => JSON.parse(line));
    expect(cases).toHaveLength(500);
    const wrong = cases.flatMap((line) =>
      differences(line).map((difference) => `seed ${line.history.seed}: ${difference}`),
    );
    expect(wrong).toEqual([]);
  });
});
