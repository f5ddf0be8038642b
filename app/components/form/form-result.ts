import type { SubmissionResult } from "@conform-to/react";

type Answer = { intent: string | null; lastResult: SubmissionResult<string[]> };

/** Returns the action's result for the form that sends one of these intents: `resultOf(answer, "buy", "quote")`. */
export function resultOf<A extends Answer>(
  answer: A | undefined,
  ...intents: A["intent"][]
): SubmissionResult<string[]> | undefined {
  return answer && intents.includes(answer.intent) ? answer.lastResult : undefined;
}
