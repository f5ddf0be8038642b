import * as fc from "fast-check";
import type { TestDatabase } from "#api/testing/test-database";
import { commandsOf, live } from "./scenario";

export type ModelTestResult = {
  scenarios: number;
  counts: Record<string, number>;
  /**
   * The first event sequence that violated an invariant: its seed, the shortest failing one found, and the violation.
   */
  broken: { seed: number; path: string; scenario: string; why: string } | null;
};

export type ModelTestOptions = {
  seed: number;
  scenarios: number;
  steps: number;
  openDatabase?: () => Promise<TestDatabase>;
  /** Time limit for shrinking. */
  shrinkSeconds?: number;
};

/** Runs a number of random event sequences from a seed; stops at the first violation of an invariant. */
export async function proveRules(options: ModelTestOptions): Promise<ModelTestResult> {
  const { seed, scenarios, steps, openDatabase, shrinkSeconds = 60 } = options;
  const counts: Record<string, number> = {};
  let lived = 0;
  let brokenAt = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(commandsOf(steps), async (commands) => {
    if (Date.now() - brokenAt > shrinkSeconds * 1000) return;
    lived++;
    try {
      await live(commands, counts, openDatabase);
    } catch (error) {
      brokenAt = Math.min(brokenAt, Date.now());
      throw error;
    }
  });
  const result = await fc.check(property, { seed, numRuns: scenarios });
  if (!result.failed) return { scenarios: lived, counts, broken: null };
  const violation =
    result.errorInstance instanceof Error ? (result.errorInstance.stack ?? "") : String(result.errorInstance);
  const scenario = String(result.counterexample?.[0] ?? "");
  return {
    scenarios: lived,
    counts,
    broken: { seed: result.seed, path: result.counterexamplePath ?? "", scenario, why: violation },
  };
}
