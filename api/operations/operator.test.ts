import { authenticator } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { operatorActions } from "#api/db/schema/operator";
import { savedReplies } from "#api/db/schema/staff";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as security from "#contract/security/index";
import * as user from "#contract/users/index";
import type { Console } from "./command-line";
import { createProgram } from "./command-line";
import { operatorProgram } from "./program";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

function consoleOf(answer = true): Console & { printed: string[]; questions: string[] } {
  const printed: string[] = [];
  const questions: string[] = [];
  return {
    printed,
    questions,
    deps: async () => api.deps,
    operator: "olga",
    print: (text) => void printed.push(text),
    ask: async (question) => {
      questions.push(question);
      return answer;
    },
  };
}

test("checking the ledger reports that it is sound and leaves an audit row", async () => {
  const console = consoleOf();
  await operatorProgram(console).parseAsync(["ledger", "check"], { from: "user" });
  expect(console.printed[0]).toContain("The ledger balances");
  const [row] = await api.db.select().from(operatorActions);
  expect(row).toMatchObject({ operator: "olga", command: "ledger check", at: api.deps.clock.now() });
});

test("irreversible commands ask for confirmation; No changes nothing, --yes skips the question", async () => {
  const done = () => api.db.$count(savedReplies);
  const run = async (answer: boolean, ...args: string[]) => {
    const console = consoleOf(answer);
    const program = createProgram(console, [
      (root, operation) =>
        operation(
          root.command("thing").command("remove <thing-id>").requiredOption("--reason <text>"),
          z.object({ thingId: z.string(), reason: z.string() }),
          async ({ thingId, reason }, { deps, tx }) => {
            const texts = { textEn: reason, textRu: reason, changedAt: deps.clock.now() };
            await tx.insert(savedReplies).values({ name: deps.ids.id(), ...texts });
            return { thingId, reason };
          },
          ({ thingId }) => `Remove ${thingId}?`,
        ),
    ]);
    await program.parseAsync(["thing", "remove", "t1", "--reason", "old", ...args], { from: "user" });
    return console;
  };
  const declined = await run(false);
  expect([declined.questions, declined.printed, await done()]).toEqual([["Remove t1?"], ["Cancelled."], 0]);
  const agreed = await run(true);
  expect([agreed.printed, await done()]).toEqual([["thingId  t1\nreason   old"], 1]);
  const unasked = await run(false, "--yes", "--json");
  expect([unasked.questions, JSON.parse(unasked.printed[0] ?? ""), await done()]).toEqual([
    [],
    { thingId: "t1", reason: "old" },
    2,
  ]);
});

test("a change that fails leaves neither itself nor an audit row", async () => {
  const before = await api.db.$count(operatorActions);
  const program = createProgram(consoleOf(), [
    (root, operation) =>
      operation(root.command("break"), z.object({}), async () => {
        throw new Error("no");
      }),
  ]);
  await expect(program.parseAsync(["break"], { from: "user" })).rejects.toThrow("no");
  expect(await api.db.$count(operatorActions)).toBe(before);
});

test("an operator restores access for a client who lost phone and recovery codes; the client is notified", async () => {
  const client = await api.newClient();
  const { body } = await api.call(security.prepareTwoStep, { password: testPassword }, client);
  const clock = { epoch: api.deps.clock.now().getTime() };
  await api.call(security.turnOnTwoStep, { code: authenticator.clone(clock).generate(body.secret) }, client);
  const login = () => api.call(user.login, { email: client.email, password: testPassword });
  expect((await login()).error.code).toBe("secondStepNeeded");

  const console = consoleOf();
  const remove = ["two-step", "remove", client.email];
  await operatorProgram(console).parseAsync(remove, { from: "user" });
  await runDueJobs(api.deps);
  expect(console.questions[0]).toMatch(new RegExp(`^client +${client.email}$`, "m"));
  expect((await login()).ok).toBe(true);
  expect(api.sentEmails.at(-1)).toMatchObject({ to: client.email, template: "securityChanged" });
  await expect(operatorProgram(console).parseAsync(remove, { from: "user" })).rejects.toThrow("twoStepOff");
});

test("an operator logs one client out everywhere, and nobody else", async () => {
  const [client, other] = [await api.newClient(), await api.newClient()];
  await operatorProgram(consoleOf()).parseAsync(["sessions", "end", client.email], { from: "user" });
  const statuses = [client, other].map(
    async ({ token }) => (await api.call(user.currentUser, {}, { token })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});
