import { runDueJobs } from "#api/service/run-due-jobs";
import type { TestApi } from "#api/service/testing";
import { operatorProgram } from "./program";

/** Runs the operator's program as `npm run operator -- …words` would, every question answered by yes; returns what it printed. */
export async function operate({ parts }: Pick<TestApi, "parts">, ...words: string[]): Promise<string> {
  const printed: string[] = [];
  const console = {
    parts: async () => parts,
    operator: "olga",
    print: (text: string) => void printed.push(text),
    ask: async () => true,
  };
  await operatorProgram(console).parseAsync(words, { from: "user" });
  await runDueJobs(parts);
  return printed.join("\n");
}
