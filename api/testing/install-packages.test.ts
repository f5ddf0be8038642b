import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { installPackages } from "./install-packages";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-apt-"));
  const program = join(folder, "apt-get");
  await writeFile(program, `#!/bin/sh\necho "$@" >> ${join(folder, "asked")}\n`);
  await chmod(program, 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const commandsRun = () => readFile(join(folder, "asked"), "utf8").catch(() => "");

describe("installPackages", () => {
  it("installs nothing unless INSTALL_PACKAGES is set", async () => {
    vi.stubEnv("INSTALL_PACKAGES", "");
    installPackages("chromium");
    expect(await commandsRun()).toBe("");
  });

  it.skipIf(process.getuid?.() !== 0)(
    "installs as root if INSTALL_PACKAGES=1, which .ci/run sets",
    async () => {
      vi.stubEnv("INSTALL_PACKAGES", "1");
      installPackages("chromium");
      expect(await commandsRun()).toBe("-q update\n-q install -y --no-install-recommends chromium\n");
      expect(await readFile(".ci/run", "utf8")).toMatch(/^export INSTALL_PACKAGES=1$/m);
    },
  );
});
