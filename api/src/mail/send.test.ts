import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { transaction } from "#api/db/transaction";
import type { MailMessage } from "#api/outside/mail/transport";
import { runDueJobs } from "#api/service/run-due-jobs";
import type { TestApi } from "#api/service/testing";
import { testApi } from "#api/service/testing";
import { sendMail } from "./send";

let api: TestApi;
let sent: MailMessage[] = [];
let isAway = false;
beforeAll(async () => {
  const mail = {
    deliver: async (message: MailMessage) => {
      if (isAway) throw new Error("the mail server is away");
      sent.push(message);
    },
  };
  api = await testApi({ mail });
});
afterAll(() => api.close());
beforeEach(() => {
  sent = [];
  isAway = false;
});

const letter = {
  to: "anna@example.test",
  language: "ru" as const,
  template: "resetCode" as const,
  values: { name: "Anna", code: "123456" },
};

it("a letter leaves when what it tells of is kept, and never when it is not", async () => {
  await transaction(api.db, (tx) => sendMail(api.parts, tx, letter));
  await transaction(api.db, async (tx) => {
    await sendMail(api.parts, tx, { ...letter, to: "nobody@example.test" });
    throw new Error("taken back");
  }).catch(() => undefined);
  expect(sent).toEqual([]);
  await runDueJobs(api.parts);
  expect(sent.map(({ to, template, code }) => [to, template, code])).toEqual([
    ["anna@example.test", "resetCode", "123456"],
  ]);
  expect(sent[0]?.subject).toBe("123456 — код для сброса пароля");
});

it("a mail server that is away stops nothing but the letter", async () => {
  isAway = true;
  await transaction(api.db, (tx) => sendMail(api.parts, tx, letter));
  await expect(runDueJobs(api.parts)).rejects.toThrow("the mail server is away");
});
