import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { recordBounce } from "#api/email/bounces";
import { announcementInput, sendAnnouncement } from "#api/modules/announcements/announce";
import { sendAnnouncementJob } from "#api/modules/announcements/send";
import { newReferral } from "#api/modules/partners/testing";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { bundleProgram } from "#tools/crash-tests/bundle-program";
import { runAdmin } from "./testing";

let api: TestApi;
let files: string[];
let renter: { email: string };
let partner: { id: string; email: string };
beforeAll(async () => {
  api = await vpsApi();
  const folder = await mkdtemp(join(tmpdir(), "announcements-"));
  const [en, ru] = [join(folder, "en.txt"), join(folder, "ru.txt")];
  await writeFile(en, "Maintenance\n\nServers restart.\n");
  await writeFile(ru, "Работы\n\nСерверы перезапустятся.\n");
  files = ["--en", en, "--ru", ru];
  renter = await clientWithServer(api);
  partner = await api.newClient({ language: "ru" });
  await newReferral(api, partner.id);
});
afterAll(() => api.close());
beforeEach(() => {
  api.pass({ seconds: 1 });
  api.sentEmails.length = 0;
});

const run = (...args: string[]) => runAdmin(api, "announcements", ...args);
const list = async () => JSON.parse(await run("list", "--json")) as Record<string, string | number>[];
const receivers = () => api.sentEmails.map(({ to, subject }) => `${to} ${subject}`).sort();

describe("announcements", () => {
  it("are previewed in both languages, with the number of recipients", async () => {
    const shown = await run("preview", ...files);
    expect(shown).toMatch(/^3 clients \(en 2, ru 1\)/);
    for (const line of ["--- Maintenance", "Servers restart.", "--- Работы", "Серверы перезапустятся."])
      expect(shown).toContain(line);
  });

  it("greet in the preview whom the e-mail greets", async () => {
    await api.db.update(users).set({ name: "Пётр Орлов" }).where(eq(users.id, partner.id));
    const shown = await run("preview", ...files, "--segment", "partners");
    await run("send", ...files, "--segment", "partners", "--count", "1");
    expect(api.sentEmails[0]?.text).toContain("Здравствуйте, Пётр Орлов!");
    expect(shown).toContain("Здравствуйте, Пётр Орлов!");
  });

  it("are sent if the given number of clients is correct, each in their language", async () => {
    await expect(run("send", ...files, "--count", "7")).rejects.toThrow("It would go to 3 clients, not to 7");
    await run("send", ...files, "--count", "3");
    expect(receivers()).toHaveLength(3);
    expect(receivers()).toEqual(
      expect.arrayContaining([`${renter.email} Maintenance`, `${partner.email} Работы`]),
    );
    const [row] = await list();
    expect(row).toMatchObject({ by: "olga", state: "sent", recipients: 3, sent: 3, unsure: 0 });
  });

  it.each([
    ["servers", [], () => `${renter.email} Maintenance`],
    ["plan", ["--plan", "trader-2"], () => `${renter.email} Maintenance`],
    ["partners", [], () => `${partner.email} Работы`],
    ["all", ["--language", "ru"], () => `${partner.email} Работы`],
  ])("reach a segment: %s %j", async (segment, more, expected) => {
    await run("send", ...files, "--segment", segment, ...more, "--count", "1");
    expect(receivers()).toEqual([expected()]);
  });

  it("in one language only need and show no text of the other one", async () => {
    const russian = ["--subject-ru", "Работы", "--text-ru", "В 03:00.", "--language", "ru"];
    const shown = await run("preview", ...russian);
    expect(shown).toContain("--- Работы");
    expect(shown.match(/^---/gm)).toHaveLength(1);
    await run("send", ...russian, "--count", "1");
    expect(receivers()).toEqual([`${partner.email} Работы`]);
    await expect(run("preview", ...russian.slice(0, 4))).rejects.toThrow(
      "Missing or too long: subjectEn, textEn.",
    );
  });

  it("need a plan for its clients, and take none for others", async () => {
    await expect(run("preview", ...files, "--segment", "plan")).rejects.toThrow("Name the plan with --plan.");
    await expect(run("send", ...files, "--plan", "trader-2", "--count", "3")).rejects.toThrow(
      "--plan is for --segment plan only.",
    );
  });

  it("skip clients whose emails bounced, before or meanwhile", async () => {
    const bouncedClient = await api.newClient();
    const stop = (address: string) =>
      recordBounce(api.deps, api.db, { address, kind: "gone", reason: "no such mailbox" });
    await stop(bouncedClient.email);
    expect(await run("preview", ...files)).toMatch(/^3 clients/);
    const input = announcementInput.parse({
      segment: "all",
      subjectEn: "A",
      textEn: "B",
      subjectRu: "C",
      textRu: "D",
    });
    const meanwhile = await api.newClient();
    await transaction(api.db, (tx) =>
      sendAnnouncement(api.deps, tx, { ...input, count: 4, perMinute: 100 }, "olga"),
    );
    await stop(meanwhile.email);
    await runDueJobs(api.deps);
    expect(api.sentEmails.map(({ to }) => to)).not.toContain(meanwhile.email);
    expect((await list())[0]).toMatchObject({ recipients: 4, sent: 3, stopped: 1 });
  });

  it("are throttled, and can be cancelled in between", async () => {
    await run("send", ...files, "--count", "3", "--per-minute", "1");
    expect(receivers()).toHaveLength(1);
    api.pass({ seconds: 61 });
    await runDueJobs(api.deps);
    expect(receivers()).toHaveLength(2);
    const [row] = await list();
    expect(await run("cancel", String(row?.id))).toBe("Cancelled: 1 client does not get it.");
    api.pass({ minutes: 5 });
    await runDueJobs(api.deps);
    expect(receivers()).toHaveLength(2);
    expect((await list())[0]).toMatchObject({ state: "cancelled", sent: 2 });
    await expect(run("cancel", String(row?.id))).rejects.toThrow("notFound");
  });

  it("are sent again to a client whose mail server was busy", async () => {
    vi.spyOn(api.deps.mail, "deliver").mockRejectedValueOnce(new Error("421 try again later"));
    await expect(run("send", ...files, "--segment", "partners", "--count", "1")).rejects.toThrow("421");
    const [{ id } = { id: "" }] = await list();
    await sendAnnouncementJob.run({ id: String(id) }, api.deps);
    expect(receivers()).toEqual([`${partner.email} Работы`]);
    expect((await list())[0]).toMatchObject({ state: "sent", sent: 1, unsure: 0 });
  });

  it("begin with a template, whose brackets must be filled in", async () => {
    const [, en = "", , ru = ""] = files;
    await writeFile(en, await run("template", "breach", "en"));
    await writeFile(ru, await run("template", "breach", "ru"));
    await expect(run("send", ...files, "--count", "3")).rejects.toThrow("Fill in [day] first.");
  });

  it("are sent to nobody twice if the worker is killed in the middle", async () => {
    await api.db.execute(sql`
      insert into users (id, created_at, email, email_verified_at, name, password_hash, language, referral_code)
      select 'many-' || n, now(), 'many-' || n || '@example.test', now(), 'Many', '', 'en', 'many-' || n
      from generate_series(1, 40) n`);
    const input = announcementInput.parse({
      segment: "all",
      subjectEn: "A",
      textEn: "B",
      subjectRu: "C",
      textRu: "D",
    });
    const count = 3 + 40;
    const { id } = await transaction(api.db, (tx) =>
      sendAnnouncement(api.deps, tx, { ...input, count, perMinute: 1_000 }, "olga"),
    );
    const program = await bundleProgram("api/modules/announcements/testing/sender-process.ts");
    const sent: string[] = [];
    const work = async (most: number) => {
      const child = spawn(process.execPath, [program.file, api.databaseUrl, id], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(child, "exit");
      let lines = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        sent.push(line);
        if (++lines === most) child.kill("SIGKILL");
      }
      await ended;
    };
    await work(5);
    await work(9);
    await work(Number.POSITIVE_INFINITY);
    await program.remove();
    expect(new Set(sent).size).toBe(sent.length);
    const [row] = await list();
    expect(row).toMatchObject({ state: "sent", recipients: count });
    expect(Number(row?.sent) + Number(row?.unsure)).toBe(count);
    expect(Number(row?.unsure)).toBeLessThanOrEqual(2);
  }, 60_000);
});
