import { readdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tickets } from "#api/db/schema/support";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { ticketFileMaxBytes } from "#contract/rules";
import * as contract from "#contract/support/index";
import { currentUser } from "#contract/users/index";

let api: TestApi;
let client: { id: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const defaultInput = { departmentId: "technical", title: "Terminal", text: "It does not start" };
const create = (values: object = {}, options: object = {}) =>
  api.call(contract.createTicket, { ...defaultInput, ...values }, { token: client.token, ...options });
const reply = (ticketId: string, values: object = {}, options: object = {}) =>
  api.call(contract.replyTicket, { ticketId, text: "More", ...values }, { token: client.token, ...options });
const close = (ticketId: string) => api.call(contract.closeTicket, { ticketId }, { token: client.token });
const read = async (ticketId: string, token = client.token) =>
  api.call(contract.ticket, { ticketId }, { token });
const listFiles = async () =>
  (await readdir(api.deps.settings.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;
const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
const file = (bytes: Uint8Array | string, name: string, type = "image/png") =>
  new File([bytes as BlobPart], name, { type });

describe("a ticket", () => {
  it("is new, then closed, then reopened by a message, with its whole conversation", async () => {
    const { body } = await create();
    expect((await read(body.ticketId)).body).toMatchObject({
      status: "new",
      title: "Terminal",
      department: { name: "Technical support" },
    });
    expect((await close(body.ticketId)).ok).toBe(true);
    expect((await read(body.ticketId)).body.status).toBe("closed");
    api.pass({ minutes: 1 });
    expect((await reply(body.ticketId)).ok).toBe(true);
    const open = (await read(body.ticketId)).body;
    expect(open.status).toBe("processing");
    expect(open.messages.map(({ text }) => text)).toEqual(["It does not start", "More"]);
  });

  it("names its department in the client's language", async () => {
    const { body } = await create();
    const list = await api.call(contract.tickets, {}, { token: client.token, language: "ru" });
    expect(list.body.tickets.map((row) => [row.id, row.department.name])).toEqual([
      [body.ticketId, "Техническая поддержка"],
    ]);
  });

  it("is not found for others: neither to read, to write, to close, nor its files", async () => {
    const { body } = await create({ files: [file(await picture(), "a.png")] });
    const fileId = (await read(body.ticketId)).body.messages[0]?.files[0]?.id ?? "";
    const otherClient = await api.newClient();
    const attempts = await Promise.all([
      read(body.ticketId, otherClient.token),
      reply(body.ticketId, {}, { token: otherClient.token }),
      api.call(contract.closeTicket, { ticketId: body.ticketId }, { token: otherClient.token }),
      api.call(contract.ticketFile, { ticketId: body.ticketId, fileId }, { token: otherClient.token }),
      read("nothing-of-that-name", otherClient.token),
    ]);
    expect(attempts.map(({ status, error }) => [status, error.code])).toEqual(
      Array(5).fill([404, "notFound"]),
    );
    expect((await read(body.ticketId)).body.messages).toHaveLength(1);
  });
});

describe("a nearly full disk", () => {
  it("accepts messages and reports that it accepts no files", async () => {
    const { settings } = api.deps;
    settings.minFreeDiskPercent = 101;
    try {
      const rejected = await create({ files: [file(await picture(), "a.png")] });
      expect([rejected.status, rejected.error.code]).toEqual([507, "diskTooFull"]);
      expect(await api.db.$count(tickets, eq(tickets.userId, client.id))).toBe(0);
      expect((await create()).status).toBe(200);
    } finally {
      settings.minFreeDiskPercent = 0;
    }
  });
});

describe("an unread answer", () => {
  it("is reported with the client until the ticket is read, and only to its own client", async () => {
    const { body } = await create();
    const unread = async (token = client.token) =>
      (await api.call(currentUser, {}, { token })).body.unreadTickets;
    expect(await unread()).toEqual([]);
    const answered = {
      lastAuthor: "support",
      lastMessageAt: new Date(api.deps.clock.now().getTime() + 1),
    } as const;
    await api.db.update(tickets).set(answered).where(eq(tickets.id, body.ticketId));
    expect(await unread()).toEqual([body.ticketId]);
    expect(await unread((await api.newClient()).token)).toEqual([]);
    api.pass({ minutes: 1 });
    const headers = { authorization: `Bearer ${client.token}`, "sec-purpose": "prefetch" };
    expect((await api.fetch(`/support/tickets/${body.ticketId}`, { headers })).status).toBe(200);
    expect(await unread(), "after a prefetch").toEqual([body.ticketId]);
    await read(body.ticketId);
    expect(await unread()).toEqual([]);
  });
});

describe("one open ticket per department", () => {
  it("rejects the second with the id of the first; another department and a closed ticket are allowed", async () => {
    const first = await create();
    const second = await create({ title: "Again" });
    expect([second.status, second.error.code, second.error.details]).toEqual([
      409,
      "ticketAlreadyOpen",
      { ticketId: first.body.ticketId },
    ]);
    expect((await create({ departmentId: "payments" })).ok).toBe(true);
    await close(first.body.ticketId);
    expect((await create()).ok).toBe(true);
  });

  it("holds for concurrent posts", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => create({ title: `Ticket ${i}` })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await api.db.select().from(tickets).where(eq(tickets.userId, client.id))).toHaveLength(1);
  });

  it("does not reopen a closed ticket beside an open one", async () => {
    const first = await create();
    await close(first.body.ticketId);
    const second = await create();
    const rejected = await reply(first.body.ticketId);
    expect([rejected.status, rejected.error.details]).toEqual([409, { ticketId: second.body.ticketId }]);
    expect((await read(first.body.ticketId)).body).toMatchObject({ status: "closed", messages: [{}] });
  });

  it("holds for concurrent messages to two closed tickets", async () => {
    const first = await create();
    await close(first.body.ticketId);
    const second = await create();
    await close(second.body.ticketId);
    const answers = await Promise.all([reply(first.body.ticketId), reply(second.body.ticketId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("a double click", () => {
  it("creates one ticket, and one message, and stores no second copy of the files", async () => {
    const before = await listFiles();
    const files = () => picture().then((bytes) => [file(bytes, "a.png")]);
    const [a, b] = await Promise.all([
      create({ files: await files() }, { key: "same-key-1" }),
      create({ files: await files() }, { key: "same-key-1" }),
    ]);
    expect(a.body.ticketId).toBe(b.body.ticketId);
    await reply(a.body.ticketId, {}, { key: "same-key-2" });
    await reply(a.body.ticketId, {}, { key: "same-key-2" });
    expect((await read(a.body.ticketId)).body.messages).toHaveLength(2);
    expect((await listFiles()) - before).toBe(1);
  });
});

describe("an invalid ticket is rejected under its field", () => {
  it.each([
    [{ departmentId: "" }, "departmentId", "Specify department"],
    [{ departmentId: "kitchen" }, "departmentId", "Specify department"],
    [{ title: " " }, "title", "Specify title"],
    [{ text: "\r\n " }, "text", "Specify text"],
    [{ text: "я".repeat(1025) }, "text", "Use at most 1,024 characters"],
    [{ files: [file("x".repeat(ticketFileMaxBytes + 1), "a.png")] }, "files", "File size exceeds 5MB"],
    [
      { files: [file("<svg/>", "a.svg", "image/svg+xml")] },
      "files",
      "You can attach JPEG, GIF, PNG and PDF files only",
    ],
    [
      { files: [file("<!doctype html><script>", "a.png")] },
      "files",
      "You can attach JPEG, GIF, PNG and PDF files only",
    ],
    [
      { files: [file(Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDRrubbish", "latin1"), "a.png")] },
      "files",
      "The file is damaged or doesn't match its name",
    ],
    [
      { files: Array.from({ length: 6 }, () => file("%PDF-1.7", "a.pdf", "application/pdf")) },
      "files",
      "You can attach up to 5 files",
    ],
  ] as const)("$1", async (values, field, message) => {
    const before = await listFiles();
    const { status, error } = await create(values);
    expect([status, error.fields]).toEqual([422, { [field]: message }]);
    expect(await listFiles()).toBe(before);
  });

  it("counts each line break as one of 1024 characters, as the field on the page does", async () => {
    const text = `${"a".repeat(511)}\r\n`.repeat(2).slice(0, -2);
    expect((await create({ text })).ok).toBe(true);
  });

  it("stores nothing of a body that is cut", async () => {
    const before = await listFiles();
    const form = new FormData();
    form.append("departmentId", "technical");
    form.append("files[]", file(new Uint8Array(500_000), "a.png"));
    const whole = new Request("http://x.invalid", { method: "POST", body: form });
    const type = whole.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const headers = {
      "content-type": type,
      authorization: `Bearer ${client.token}`,
      "idempotency-key": "cut-upload-1",
    };
    const answer = await api.fetch("/support/tickets", {
      method: "POST",
      headers,
      body: bytes.slice(0, 400_000),
    });
    expect(answer.status).toBe(400);
    expect(await listFiles()).toBe(before);
  });
});

describe("ticket files", () => {
  it("are returned as attachments, pictures without their hidden data", async () => {
    const secret = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .withExif({ IFD0: { Copyright: "secret person" } })
      .jpeg()
      .toBuffer();
    const pdf = "%PDF-1.7\n1 0 obj\n";
    const { body } = await create({
      files: [
        file(new Uint8Array(secret), "снимок.exe", "image/jpeg"),
        file(pdf, "b.pdf", "application/pdf"),
      ],
    });
    const [photo, document] = (await read(body.ticketId)).body.messages[0]?.files ?? [];
    expect([photo?.name, photo?.kind, document?.name, document?.bytes]).toEqual([
      "снимок.jpg",
      "image/jpeg",
      "b.pdf",
      pdf.length,
    ]);
    const get = (fileId = "") =>
      api.call(contract.ticketFile, { ticketId: body.ticketId, fileId }, { token: client.token });
    const [first, second] = await Promise.all([get(photo?.id), get(document?.id)]);
    expect(first.response.headers.get("content-disposition")).toBe(
      `attachment; filename="______.jpg"; filename*=UTF-8''${encodeURIComponent("снимок.jpg")}`,
    );
    expect(first.response.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await first.response.arrayBuffer()).includes("secret person")).toBe(false);
    expect(await second.response.text()).toBe(pdf);
  });
});

it("too many messages are rejected with the time to wait", async () => {
  const { body } = await create();
  const answers = [];
  for (let i = 0; i < 10; i++) answers.push(await reply(body.ticketId));
  expect(answers.map(({ status }) => status)).toEqual([...Array(9).fill(200), 429]);
  expect(answers.at(-1)?.error.message).toMatch(/^Too much requests - try later: in \d+ seconds$/);
});
