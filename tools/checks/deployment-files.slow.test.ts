import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { missingPrograms } from "#tools/drills/debian.testing";

const run = promisify(execFile);
const missing = missingPrograms("caddy", "systemdAnalyze");

describe.skipIf(missing)(`the files of deploy/ by the programs that read them ${missing ?? ""}`, () => {
  test("systemd accepts the units, and reports the mistake in a wrong one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cabinet-units-"));
    await cp("deploy/systemd", folder, { recursive: true });
    const units = (await readdir(folder)).map((name) => join(folder, name));
    expect(units.length).toBeGreaterThan(4);
    const verify = () => run("systemd-analyze", ["verify", ...units]);
    expect((await verify()).stderr).toBe("");
    const worker = join(folder, "cabinet-worker.service");
    await writeFile(worker, (await readFile(worker, "utf8")).replace("Restart=always", "Restart=sometimes"));
    const { stderr } = await verify().catch((error: { stderr: string }) => error);
    expect(stderr).toContain("sometimes");
    await rm(folder, { recursive: true });
  });

  test("stock Caddy accepts the Caddyfile", async () => {
    const args = ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"];
    const { stdout, stderr } = await run("caddy", args);
    expect(stdout + stderr).toContain("Valid configuration");
  });
});
