import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeSpace, examineClock, examineTimers } from "./machine";

let folder: string;
const path = process.env.PATH;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-machine-"));
  process.env.PATH = `${folder}:${path}`;
});
afterAll(async () => {
  process.env.PATH = path;
  await rm(folder, { recursive: true });
});

/** Creates a program with the name of systemd's that runs this shell script. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

describe("doctor, checks of the machine", () => {
  it("reports a nearly full disk", () => {
    expect(describeSpace("/data", 40e9, 100e9)).toBe("40.0 GB are free where /data is (40%)");
    expect(() => describeSpace("/data", 9e9, 100e9)).toThrow(
      "Only 9.0 GB are free where /data is (9%): make room.",
    );
    expect(() => describeSpace("/data", 0.5e9, 1e9)).toThrow("Only 0.5 GB");
  });

  it("reports a timer that is not enabled or not running", async () => {
    await program("systemctl", '[ "$1 $3" != "is-enabled cabinet-drill.timer" ]');
    expect(await examineTimers(folder)).toMatchObject({
      isWell: false,
      text: "cabinet-drill.timer does not run: systemctl enable --now cabinet-drill.timer",
    });
    await program("systemctl", "exit 0");
    expect(await examineTimers(folder)).toMatchObject({ isWell: true });
    expect((await examineTimers(join(folder, "none"))).text).toMatch(/^no systemd here/);
  });

  it("reports how far the clock is off, and that nothing synchronizes it", async () => {
    await program("timedatectl", "echo no");
    expect(await examineClock(async () => -5_400, folder)).toMatchObject({
      isWell: false,
      text: "This machine's clock is 5.4 s off the database's: timedatectl set-ntp true, on both.",
    });
    expect((await examineClock(async () => 100, folder)).text).toMatch(/not synchronised/);
    await program("timedatectl", "echo yes");
    expect(await examineClock(async () => 100, folder)).toMatchObject({
      isWell: true,
      text: "0.1 s off the database's",
    });
  });
});
