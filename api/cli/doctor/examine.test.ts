import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backups } from "#api/db/schema/operator";
import { startProxmox } from "#api/integrations/provisioner/testing/proxmox";
import { transfer } from "#api/lib/environment/samples.testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import { exampleProvider } from "#contract/branding/brand";
import { examine } from "./examine";

let api: TestApi;
let folder: string;
let completeSettings: Record<string, string>;
const cleanups: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-doctor-"));
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  const proxmox = await startProxmox();
  cleanups.push(() => new Promise<void>((closed) => smtp.close(closed)), proxmox.farEnd.close);
  completeSettings = {
    DEPLOYMENT: "on",
    LOG_LEVEL: "silent",
    DATA_DIR: folder,
    DATABASE_URL: api.databaseUrl,
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    BACKUP_PASSPHRASE: "a long pass phrase",
    PUBLIC_ORIGIN: "https://cabinet.example.com",
    ...exampleProvider,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    PROXMOX_URL: proxmox.farEnd.origin,
    PROXMOX_TOKEN: proxmox.token,
    PROXMOX_TEMPLATES: "Windows Server 2022=9000",
    PROXMOX_ADDRESSES: "203.0.113.10-203.0.113.12/24,gw=203.0.113.1",
    ...transfer,
  };
});
afterAll(async () => {
  await api.close();
  await Promise.all(cleanups.map((clean) => clean()));
  await rm(folder, { recursive: true });
});

/** Returns the findings with settings that differ from the complete ones: name and what to do. */
async function missingWith(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const found = await examine({ ...completeSettings, ...changes });
  return Object.fromEntries(found.flatMap(({ name, isWell, text }) => (isWell ? [] : [[name, text]])));
}

const note = (hoursAgo: number, restoredHoursAgo: number | null) => {
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const restoredAt = restoredHoursAgo === null ? null : before(restoredHoursAgo);
  return api.db
    .insert(backups)
    .values({ madeAt: before(hoursAgo), restoredAt, folder: join(folder, "backup"), rows: 1, files: 0 });
};

describe("doctor", () => {
  it("reports that no backup and no drill was made, then the age of the last one, until all is well", async () => {
    expect(await missingWith()).toEqual({
      backup: "There is no backup: systemctl start cabinet-backup",
      "restore drill": "No backup was ever restored to try it: systemctl start cabinet-drill",
    });
    await note(27, 10 * 24);
    expect(await missingWith()).toEqual({
      backup: "The last was 27 hours ago, more than 26: look at systemctl list-timers.",
      "restore drill": "The last was 240 hours ago, more than 216: look at systemctl list-timers.",
    });
    await note(3, 2);
    expect(await missingWith()).toEqual({});
    const names = (await examine(completeSettings)).map(({ name }) => name);
    for (const name of ["settings", "database", "mail", "payments", "machines", "files", "backup", "clock"])
      expect(names).toContain(name);
    for (const name of ["disk", "permissions", "timers"]) expect(names).toContain(name);
  });

  it("reports each invalid setting in a line that names it", async () => {
    const unreadable = { DKIM_SELECTOR: "one", DKIM_KEY_FILE: join(folder, "none.pem") };
    expect(await missingWith(unreadable)).toEqual({
      settings: expect.stringMatching(/^DKIM_KEY_FILE can't be read: ENOENT/),
    });
    const found = await examine({ ...completeSettings, PORT: "http", SESSION_SECRET: "short" });
    expect(found.map(({ name, isWell, text }) => [name, isWell, text])).toEqual([
      ["settings", false, "PORT must be a port from 0 to 65535, not http."],
      ["settings", false, "SESSION_SECRET must have at least 32 characters."],
    ]);
  });

  it("reports what is simulated: mail server, payment system and machines", async () => {
    const noTransfer = Object.fromEntries(Object.keys(transfer).map((name) => [name, ""]));
    const noMachines = { PROXMOX_URL: "", PROXMOX_TOKEN: "", PROXMOX_TEMPLATES: "", PROXMOX_ADDRESSES: "" };
    const missing = await missingWith({ ...noTransfer, ...noMachines, SMTP_URL: "" });
    expect(missing.mail).toMatch(/set SMTP_URL/);
    expect(missing.payments).toMatch(/^The sandbox moves no real money/);
    expect(missing.machines).toMatch(/set PROXMOX_URL, LIBVIRT_URI or PROVISIONER_URL/);
  });

  it("reports which system does not answer, and checks the others all the same", async () => {
    const missing = await missingWith({ SMTP_URL: "smtp://127.0.0.1:9", PROXMOX_URL: "http://127.0.0.1:9" });
    expect(Object.keys(missing)).toEqual(["mail", "machines"]);
    const away = await missingWith({ DATABASE_URL: "postgres://cabinet@127.0.0.1:9/cabinet" });
    expect(away).toEqual({
      database:
        "postgres://cabinet@127.0.0.1:9/cabinet does not answer. Is it running, and DATABASE_URL right?",
    });
  });

  it("leaves a database alone on which the cabinet never ran", async () => {
    const empty = await testDatabase({ isEmpty: true });
    expect((await missingWith({ DATABASE_URL: empty.url })).database).toMatch(/ is empty: /);
    const { rows } = await empty.db.$client.query("select 1 from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
    await empty.close();
  });

  it("reports secrets that other users can read", async () => {
    const file = join(folder, "session-secret");
    await writeFile(file, "a secret");
    await chmod(file, 0o644);
    expect((await missingWith()).permissions).toBe(
      `${file} is open to every user of this machine: chmod o= ${file}`,
    );
    await chmod(file, 0o640);
    expect((await missingWith()).permissions).toBeUndefined();
  });
});
