import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";
import { missingPrograms } from "#tools/drills/debian.testing";
import { processesIn, userOf } from "#tools/drills/processes.testing";
import { previousAsset, publishClientFiles } from "#tools/drills/publish-client-files.testing";

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

const notRoot = process.getuid?.() === 0 ? null : "Caddy is started as its own user, which only root can do";

describe.skipIf(missing ?? notRoot)(`Caddy as its own user ${missing ?? notRoot ?? ""}`, () => {
  test.each(["deploy/README.md", "deploy/install.sh"])(
    "serves built files and those of the previous release, published by %s",
    async (source) => {
      const folder = await mkdtemp(join(tmpdir(), "cabinet-caddy-"));
      await chmod(folder, 0o755);
      await mkdir(join(folder, "build/client/assets"), { recursive: true });
      await writeFile(join(folder, "build/client/assets/new.js"), "export {};\n", { mode: 0o600 });
      const client = publishClientFiles(folder, join(folder, "srv"), source);
      const [port, insidePort] = [await freePort(), await freePort()];
      const processes = processesIn(folder);
      processes.run(
        "caddy",
        "caddy",
        ["run", "--config", resolve("deploy/Caddyfile"), "--adapter", "caddyfile"],
        {
          user: userOf("caddy"),
          env: {
            HOME: folder,
            CADDY_ADMIN: "off",
            CABINET_DOMAIN: `http://localhost:${port}`,
            CABINET_CLIENT: client,
            CABINET_INSIDE_PORT: String(insidePort),
          },
        },
      );
      const asset = (name: string) => `http://localhost:${port}/assets/${name}`;
      await processes.untilItAnswers(asset(previousAsset), "caddy");
      expect((await fetch(asset("new.js"))).status).toBe(200);
      await processes.stop("caddy");
      await rm(folder, { recursive: true });
    },
  );
});
