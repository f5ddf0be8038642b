import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/support/index";
import { runAdmin as runOperator } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const operate = (...args: string[]) => runOperator(api, ...args);

test("an operator lists, reads, answers with a file and closes; the client sees it, gets an email, and may reopen", async () => {
  const client = await api.newClient({ language: "ru" });
  const ticketInput = { departmentId: "technical", title: "Терминал", text: "Не запускается" };
  const { body } = await api.call(contract.createTicket, ticketInput, client);
  const read = async () => (await api.call(contract.ticket, { ticketId: body.ticketId }, client)).body;
  const list = async () => (await api.call(contract.tickets, {}, client)).body.tickets[0];

  expect(await operate("tickets", "list")).toMatch(new RegExp(`${body.ticketId}.*new.*support`));
  expect(await operate("tickets", "read", body.ticketId)).toContain("Не запускается");

  const path = join(api.deps.settings.dataDir, "answer.pdf");
  await writeFile(path, "%PDF-1.7 answer");
  api.pass({ minutes: 5 });
  await operate("tickets", "reply", body.ticketId, "--text", "Перезапустили сервер", "--file", path);
  expect(await list()).toMatchObject({ status: "processing", lastAuthor: "support", isUnread: true });
  const answered = await read();
  expect(answered.messages.at(-1)).toMatchObject({
    author: "support",
    text: "Перезапустили сервер",
    files: [{ name: "answer.pdf" }],
  });
  expect(await list()).toMatchObject({ isUnread: false });
  const email = api.sentEmails.find(({ to, template }) => to === client.email && template === "supportReply");
  expect(email?.subject).toBe("Ответ на обращение «Терминал»");
  expect(email?.text).toContain("Перезапустили сервер");
  expect(email?.link).toBe(`http://localhost:3000/support/${body.ticketId}?language=ru`);

  const saved = join(api.deps.settings.dataDir, "saved.pdf");
  await operate("tickets", "file", answered.messages.at(-1)?.files[0]?.id ?? "", "--to", saved);
  expect(await readFile(saved, "utf8")).toBe("%PDF-1.7 answer");

  await operate("tickets", "close", body.ticketId);
  expect((await read()).status).toBe("closed");
  expect(await operate("tickets", "list")).toBe("None.");
  await operate("tickets", "reply", body.ticketId, "--text", "Всё ли хорошо?");
  expect((await read()).status).toBe("closed");
  await api.call(contract.replyTicket, { ticketId: body.ticketId, text: "Снова не работает" }, client);
  expect(await operate("tickets", "list")).toContain(body.ticketId);
});

test("the ticket's version changes with every message and state", async () => {
  const client = await api.newClient();
  const { body } = await api.call(
    contract.createTicket,
    { departmentId: "payments", title: "a", text: "b" },
    client,
  );
  const version = async () =>
    (await api.call(contract.ticketVersion, { ticketId: body.ticketId }, client)).body.version;
  const versions = [await version()];
  api.pass({ seconds: 1 });
  await operate("tickets", "reply", body.ticketId, "--text", "Hello");
  versions.push(await version());
  await operate("tickets", "close", body.ticketId);
  versions.push(await version());
  expect(new Set(versions).size).toBe(3);
});
