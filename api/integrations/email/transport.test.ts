import { createVerify, generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it } from "vitest";
import { fileMail } from "./file";
import { smtpMail } from "./index";
import type { MailMessage, MailSender } from "./transport";
import { NoSuchMailbox } from "./transport";

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
  // clients close before their server
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type Received = { from: string; recipients: string[]; raw: string };

/** Starts an SMTP server that stores the emails it receives, or rejects them. */
async function sink(rejection?: string, from: MailSender = sender, unknown?: string) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(unknown ? Object.assign(new Error(unknown), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (rejection) return done(new Error(rejection));
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
  const mail = smtpMail({
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    sender: from,
  });
  cleanups.push(() => mail.close?.());
  return { received, mail };
}

async function fileFolder() {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

it("SMTP: one recipient, both parts, and the headers of automatic email", async () => {
  const { received, mail } = await sink();
  await mail.deliver(message);
  expect(received).toHaveLength(1);
  const [email] = received as [Received];
  expect(email.from).toBe("no-reply@cabinet.example");
  expect(email.recipients).toEqual(["anna@example.com"]);
  expect(email.raw).toMatch(/^From: "?Trader VPS"? <no-reply@cabinet.example>\r$/m);
  expect(email.raw).toMatch(/^To: <?anna@example.com>?\r$/m);
  expect(email.raw).toMatch(/^Message-ID: <letter-1@cabinet.example>\r$/m);
  expect(email.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(email.raw).toMatch(/^MIME-Version: 1.0\r$/m);
  expect(email.raw).toMatch(/^Date: /m);
  expect(email.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(email.raw).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
  expect(email.raw).not.toMatch(/List-Unsubscribe/);
});

it("SMTP: emails that can be switched off have a one-click unsubscribe header", async () => {
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

it("SMTP: neither an address nor a subject can inject a second recipient or header", async () => {
  const { received, mail } = await sink();
  const subject = "Hello\r\nBcc: mallory@example.com";
  await mail.deliver({ ...message, subject });
  await mail.deliver({ ...message, to: "anna@example.com, mallory@example.com" }).catch(() => undefined);
  await mail
    .deliver({ ...message, to: "anna@example.com>\r\nRCPT TO:<mallory@example.com" })
    .catch(() => undefined);
  for (const email of received) {
    expect(email.recipients).not.toContain("mallory@example.com");
    expect(email.raw).not.toMatch(/^Bcc:/im);
  }
  expect(received.length).toBeGreaterThan(0);
});

it("SMTP: a rejected email is an error, so that it is retried", async () => {
  const { mail } = await sink("mailbox full");
  await expect(mail.deliver(message)).rejects.toThrow(/mailbox full/);
});

it("SMTP: an unknown mailbox is distinguished from a temporary failure of the server", async () => {
  const unknownMailbox = await sink(undefined, sender, "5.1.1 unknown user");
  await expect(unknownMailbox.mail.deliver(message)).rejects.toBeInstanceOf(NoSuchMailbox);
  const policy = await sink(undefined, sender, "5.7.1 not today");
  await expect(policy.mail.deliver(message)).rejects.not.toBeInstanceOf(NoSuchMailbox);
});

it("SMTP: emails are signed for the sender's domain, unsubscribe headers included, and bounce to their own mailbox", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const signer = {
    domainName: "cabinet.example",
    keySelector: "s1",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  const { received, mail } = await sink(undefined, {
    ...sender,
    returnTo: "bounces@cabinet.example",
    signer,
  });
  await mail.deliver({ ...message, unsubscribe: "https://cabinet.example/api/u/abc" });
  const [email] = received as [Received];
  expect(email.from).toBe("bounces@cabinet.example");
  const [head = ""] = email.raw.split("\r\n\r\n");
  const headers = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const line = headers.find((one) => one.startsWith("DKIM-Signature:")) ?? "";
  const tag = (name: string) => new RegExp(`[ ;]${name}=([^;]*)`).exec(line)?.[1]?.replace(/\s/g, "") ?? "";
  expect([tag("d"), tag("s"), tag("c")]).toEqual(["cabinet.example", "s1", "relaxed/relaxed"]);
  expect(tag("h").split(":")).toEqual(
    expect.arrayContaining(["from", "list-unsubscribe", "list-unsubscribe-post"]),
  );
  // RFC 6376, 3.4.2: names in lower case, white space collapsed, the signature itself without its value
  const relaxed = (one: string) =>
    one
      .replace(/^([^:]+?)\s*:\s*/, (_, name) => `${name.toLowerCase()}:`)
      .replace(/\s+/g, " ")
      .trim();
  const covered = tag("h")
    .split(":")
    .map((name) => relaxed(headers.find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ""));
  const unsigned = relaxed(line).replace(/([ ;]b=)[^;]*$/, "$1");
  const isRight = createVerify("RSA-SHA256")
    .update([...covered, unsigned].join("\r\n"))
    .verify(publicKey, tag("b"), "base64");
  expect(isRight).toBe(true);
});

it("files: identical emails of one millisecond are all stored", async () => {
  const folder = await fileFolder();
  const mail = fileMail({ folder, sender, log: { info: () => {} }, now: () => new Date(0) });
  await Promise.all([1, 2, 3].map(() => mail.deliver(message)));
  const name = "1970-01-01T00-00-00-000Z-";
  const files = (await readdir(folder)).sort();
  expect(files).toHaveLength(3);
  expect(files.every((file) => file.startsWith(name) && file.endsWith(".eml"))).toBe(true);
});

it("files: one complete email each, and its link in the log", async () => {
  const folder = await fileFolder();
  const lines: string[] = [];
  const log = { info: (_fields: object, line: string) => void lines.push(line) };
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
