import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { figureKeys } from "#contract/monitoring/figures";
import type { Case } from "./compare";
import { differences } from "./compare";

const cases = readFileSync(`${import.meta.dirname}/fixtures.jsonl`, "utf8")
  .trim()
  .split("\n")
  .map((line): Case => JSON.parse(line));

describe("statisticsOf", () => {
  it.each(cases)(
    "gives every figure of the reference implementation for the history of seed $history.seed",
    (one) => {
      expect(differences(one)).toEqual([]);
    },
  );

  it("is compared in every figure but those that only a terminal or a visitor can supply", () => {
    expect(cases).toHaveLength(20);
    const others = ["deposit_load", "free_margin", "views"];
    for (const { figures } of cases)
      expect([...Object.keys(figures), ...others].sort()).toEqual([...figureKeys].sort());
  });
});
