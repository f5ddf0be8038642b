import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hypervisorFailures } from "#api/integrations/provisioner/testing/failures";
import type { LibvirtFixture } from "#api/integrations/provisioner/testing/libvirt";
import { installLibvirt, settings, startLibvirt } from "#api/integrations/provisioner/testing/libvirt";
import { books, hypervisorTests } from "#api/integrations/provisioner/testing/shared-tests";
import type { TestDatabase } from "#api/testing/test-database";
import { testDatabase } from "#api/testing/test-database";
import { libvirt } from "./index";
import { virshOf } from "./virsh";

describe.skipIf(!installLibvirt())("libvirt, with Debian's virsh and its test driver", () => {
  hypervisorTests("libvirt", startLibvirt);
  hypervisorFailures("libvirt", startLibvirt);

  let fixture: LibvirtFixture;
  let database: TestDatabase;
  const { run } = books(
    () => fixture,
    () => database,
  );
  beforeAll(async () => {
    [fixture, database] = await Promise.all([startLibvirt(), testDatabase()]);
  });
  afterAll(() => Promise.all([fixture.close(), database.close()]));

  const clock = { now: () => new Date() };
  const drive = (files: Buffer) => {
    const folder = mkdtempSync(join(tmpdir(), "drive-"));
    writeFileSync(join(folder, "drive.iso"), files);
    const args = [
      "-osirrox",
      "on",
      "-indev",
      join(folder, "drive.iso"),
      "-extract",
      "/",
      join(folder, "files"),
    ];
    execFileSync("xorriso", args, { stdio: "ignore" });
    const read = Object.fromEntries(
      readdirSync(join(folder, "files")).map((name) => [
        name,
        readFileSync(join(folder, "files", name), "utf8"),
      ]),
    );
    rmSync(folder, { recursive: true, force: true });
    return read;
  };

  test("a machine gets its name, login, password and address on a drive, and no password on a command line", async () => {
    const report = await run("create");
    const [[name = "", file = Buffer.of()] = []] = fixture.drives;
    const { "meta-data": meta, "user-data": user = "", "network-config": network } = drive(file);
    expect(name).toMatch(/^vps-10001-\w{8}-seed\.iso$/);
    expect(file.subarray(0x8000, 0x8800).toString("latin1")).toMatch(/CD001.*cidata/s);
    expect(file.length).toBeLessThan(1024 ** 2);
    const password = report?.machine?.password;
    expect(JSON.parse(meta ?? "")).toMatchObject({ "local-hostname": "vps-10001", admin_pass: password });
    expect(user).toMatch(/^#cloud-config\n/);
    expect(JSON.parse(user.slice(user.indexOf("\n")))).toMatchObject({
      users: [{ name: "Administrator", plain_text_passwd: password }],
    });
    const described = await fixture.run(["dumpxml", "vps-10001"]);
    expect(JSON.parse(network ?? "").ethernets.lan).toEqual({
      match: { macaddress: /mac address='([\da-f:]+)'/.exec(described)?.[1] },
      addresses: ["203.0.113.10/24"],
      routes: [{ to: "0.0.0.0/0", via: "203.0.113.1" }],
      nameservers: { addresses: ["203.0.113.1"] },
    });
    expect(fixture.questions.flat().join(" ")).not.toContain(password);
    expect(readdirSync(tmpdir()).filter((folder) => folder.startsWith("machine-"))).toEqual([]);
  });

  test("a machine that does not shut down is switched off after a minute", async () => {
    fixture.isDeaf = true;
    const from = fixture.questions.length;
    expect((await run("turnOff"))?.status).toBe("done");
    expect((await fixture.machines()).map(({ isRunning }) => isRunning)).toEqual([false]);
    expect(fixture.questions.slice(from).map(([what]) => what)).toEqual(
      expect.arrayContaining(["shutdown", "destroy"]),
    );
    fixture.isDeaf = false;
  });

  test("a template that is larger than the paid disk keeps its size", async () => {
    await fixture.run(["vol-create-as", settings.pool, "large.qcow2", "30G", "--format", "qcow2"]);
    const templates = new Map([["Windows Server 2022", "large.qcow2"]]);
    const { steps } = libvirt({ ...settings, templates, uri: "test:///default" }, clock, fixture.run);
    const order = {
      id: "o",
      kind: "create" as const,
      serverId: "large",
      operatingSystem: "Windows Server 2022",
      rate: { id: "r", processor: 1, memoryMb: 1024, diskGb: 25, trafficGb: null },
    };
    const allotted = { serverId: "large", id: 1, name: "vps-20001", node: "", address: "", password: "" };
    await steps.create[0]?.({ order, allotted });
    expect(fixture.questions.at(-1)?.[3]).toBe(String(30 * 1024 ** 3));
  });

  test("its health is its version, or what is missing", async () => {
    const health = (templates: Map<string, string>) =>
      libvirt({ ...settings, templates, uri: "" }, clock, fixture.run).health();
    expect(await health(settings.templates)).toMatch(/^libvirt, TEST \d/);
    await expect(health(new Map([["Ubuntu", "ubuntu.qcow2"]]))).rejects.toThrow(
      "the pool default-pool has no ubuntu.qcow2",
    );
  });

  test("virsh runs in English, and a rejected command is distinguished from one that did not complete", async () => {
    await expect(virshOf("test:///default")(["domstate", "nobody"])).rejects.toThrow(
      "virsh: failed to get domain 'nobody'",
    );
    await expect(virshOf("test+unix:///default?socket=/nowhere")(["version"])).rejects.toThrow(
      /failed to connect to the hypervisor/,
    );
  });
});
