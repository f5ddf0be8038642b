import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it } from "vitest";
import { fileMail } from "./file";
import { smtpMail } from "./smtp";
import type { MailMessage } from "./transport";

const sender = { from: '"Trader VPS" <no-reply@cabinet.example>', domain: "cabinet.example" };
const message: MailMessage = {
  id: "letter-1",
  to: "anna@example.com",
  template: "confirmEmail",
  subject: "Подтвердите адрес почты",
  text: "Здравствуйте!\n",
  html: "<p>Здравствуйте!</p>",
  link: "https://cabinet.example/login?code=abc",
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

type Received = { from: string; recipients: string[]; raw: string };

/** An SMTP server that keeps what it is given, or refuses it. */
async function sink(refuse?: string) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refuse) return done(new Error(refuse));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          recipients: rcptTo.map((one) => one.address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  cleanups.push(() => new Promise<void>((closed) => server.close(closed)));
  const mail = smtpMail({ url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, sender });
  cleanups.push(() => mail.close?.());
  return { received, mail };
}

async function fileFolder() {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

it("SMTP: one recipient, both parts, and the headers of a program's letter", async () => {
  const { received, mail } = await sink();
  await mail.deliver(message);
  expect(received).toHaveLength(1);
  const [letter] = received as [Received];
  expect(letter.from).toBe("no-reply@cabinet.example");
  expect(letter.recipients).toEqual(["anna@example.com"]);
  expect(letter.raw).toMatch(/^From: "?Trader VPS"? <no-reply@cabinet.example>\r$/m);
  expect(letter.raw).toMatch(/^To: <?anna@example.com>?\r$/m);
  expect(letter.raw).toMatch(/^Message-ID: <letter-1@cabinet.example>\r$/m);
  expect(letter.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(letter.raw).toMatch(/^MIME-Version: 1.0\r$/m);
  expect(letter.raw).toMatch(/^Date: /m);
  expect(letter.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(letter.raw).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
  expect(letter.raw).not.toMatch(/List-Unsubscribe/);
});

it("SMTP: letters that can be switched off say how, in one click", async () => {
  const { received, mail } = await sink();
  await mail.deliver({
    ...message,
    unsubscribe: "https://cabinet.example/api/mail/unsubscribe?token=abc&kind=reports",
  });
  const raw = received[0]?.raw.replace(/\r\n /g, "") ?? "";
  expect(raw).toMatch(
    /^List-Unsubscribe: <https:\/\/cabinet.example\/api\/mail\/unsubscribe\?token=abc&kind=reports>\r$/m,
  );
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
});

it("SMTP: neither an address nor a subject brings in a second recipient or header", async () => {
  const { received, mail } = await sink();
  const subject = "Hello\r\nBcc: mallory@example.com";
  await mail.deliver({ ...message, subject });
  await mail.deliver({ ...message, to: "anna@example.com, mallory@example.com" }).catch(() => undefined);
  await mail
    .deliver({ ...message, to: "anna@example.com>\r\nRCPT TO:<mallory@example.com" })
    .catch(() => undefined);
  for (const letter of received) {
    expect(letter.recipients).not.toContain("mallory@example.com");
    expect(letter.raw).not.toMatch(/^Bcc:/im);
  }
  expect(received.length).toBeGreaterThan(0);
});

it("SMTP: a refused letter is an error, so that it is tried again", async () => {
  const { mail } = await sink("mailbox full");
  await expect(mail.deliver(message)).rejects.toThrow(/mailbox full/);
});

it("files: like letters of one millisecond all stay", async () => {
  const folder = await fileFolder();
  const mail = fileMail({ folder, sender, log: { info: () => {} }, now: () => new Date(0) });
  await Promise.all([1, 2, 3].map(() => mail.deliver(message)));
  const name = "1970-01-01T00-00-00-000Z-";
  const files = (await readdir(folder)).sort();
  expect(files).toHaveLength(3);
  expect(files.every((file) => file.startsWith(name) && file.endsWith(".eml"))).toBe(true);
});

it("files: one whole letter each, and its link in the log", async () => {
  const folder = await fileFolder();
  const lines: string[] = [];
  const log = { info: (_facts: object, line: string) => void lines.push(line) };
  await fileMail({ folder, sender, log, now: () => new Date("2026-11-21T10:00:00.000Z") }).deliver({
    ...message,
    to: "../anna@example.com",
  });
  const files = await readdir(folder);
  expect(files).toEqual(["2026-11-21T10-00-00-000Z-.._anna@example.com-confirmEmail.eml"]);
  const eml = await readFile(join(folder, files[0] ?? ""), "utf8");
  expect(eml).toContain("Subject: =?UTF-8?");
  expect(eml).toContain("multipart/alternative");
  expect(eml.split("\r\n").length).toBeGreaterThan(10);
  expect(lines[0]).toContain("https://cabinet.example/login?code=abc");
});
