import "./load-deployment";
import { userInfo } from "node:os";
import { createInterface } from "node:readline/promises";
import type { Started } from "#api/bootstrap/create-deps";
import { createDeps } from "#api/bootstrap/create-deps";
import { cleanName } from "#api/db/person-name";
import { ApiError } from "#api/lib/api-error";
import { environment } from "#api/lib/environment";
import { errorText } from "#api/lib/translations";
import { operatorProgram } from "#api/operations/program";

/** `npm run operator -- <area> <command>`; OPERATOR is the name in the audit rows, else the system user's name. */
process.env.LOG_LEVEL ??= "warn";
let started: Promise<Started> | undefined;

async function confirmOnTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${question} Nobody can answer here: confirm with --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

const program = operatorProgram({
  deps: async () => {
    started ??= createDeps({ withWorker: false, isCommand: true });
    return (await started).deps;
  },
  operator: cleanName(environment().OPERATOR ?? userInfo().username),
  print: (text) => console.log(text),
  ask: confirmOnTerminal,
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(
    error instanceof ApiError
      ? errorText("en", error.code, error.extra.details)
      : String(error instanceof Error ? error.message : error),
  );
  process.exitCode = 1;
} finally {
  await (await started?.catch(() => undefined))?.stop();
}
