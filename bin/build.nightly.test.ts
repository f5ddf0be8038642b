import { execFileSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#api/cli/free-port";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { processesIn } from "#tools/drills/processes.testing";

const node = (...args: string[]) => execFileSync(process.execPath, args, { stdio: "pipe", encoding: "utf8" });
const buildIfNeeded = () =>
  node("--input-type=module", "--eval", 'import { buildIfNeeded } from "./bin/build.mjs"; buildIfNeeded()');

let api: TestApi;
let folder: string;
let processes: ReturnType<typeof processesIn>;
let origin: string;
beforeAll(async () => {
  buildIfNeeded();
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-build-"));
  processes = processesIn(folder);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  processes.run("cabinet", process.execPath, ["bin/serve.mjs"], {
    cwd: process.cwd(),
    env: { DATA_DIR: folder, DATABASE_URL: api.databaseUrl, PORT: String(port), LOG_LEVEL: "silent" },
  });
  await processes.untilItAnswers(`${origin}/readyz`, "cabinet");
});
afterAll(async () => {
  await processes.stop("cabinet");
  await api.close();
  await rm(folder, { recursive: true });
});

describe("build", () => {
  it("leaves the build that a running server serves unchanged, and stores no other old one", async () => {
    const served = realpathSync("build");
    const [name = ""] = readdirSync(join(served, "client/assets")).filter((file) => file.endsWith(".css"));
    const text = readFileSync(join(served, "client/assets", name), "utf8");
    node("bin/build.mjs");
    const buildFolder = realpathSync("build");
    expect(buildFolder).not.toBe(served);
    expect(readdirSync(join(buildFolder, "client/assets"))).toEqual(
      readdirSync(join(served, "client/assets")),
    );
    writeFileSync(join(buildFolder, "client/assets", name), "/* of another build */");
    const answer = await fetch(`${origin}/assets/${name}`, { headers: { "accept-encoding": "identity" } });
    expect(await answer.text()).toBe(text);
    expect((await fetch(`${origin}/login`)).status).toBe(200);
    writeFileSync(join(buildFolder, "client/assets", name), text);
    expect(readdirSync("builds").map((one) => realpathSync(join("builds", one)))).toEqual(
      expect.arrayContaining([served, buildFolder]),
    );
    // an unfinished or interrupted build has no mark
    const whole = readdirSync("builds").filter((one) => existsSync(join("builds", one, "sources.sha256")));
    expect(whole).toHaveLength(2);
  });

  it("is skipped if files were only touched", () => {
    const buildFolder = realpathSync("build");
    utimesSync("package-lock.json", new Date(), new Date());
    expect(buildIfNeeded()).toBe("");
    expect(realpathSync("build")).toBe(buildFolder);
  });

  it("is not made again for a command, even if the sources have changed", () => {
    const buildFolder = realpathSync("build");
    const file = "api/of-no-command.ts";
    writeFileSync(file, "");
    node("bin/cabinet.mjs", "--help");
    rmSync(file);
    expect(realpathSync("build")).toBe(buildFolder);
  });

  it("is not made again for a test", () => {
    const buildFolder = realpathSync("build");
    const file = "api/of-no-build.test.ts";
    writeFileSync(file, "");
    const output = buildIfNeeded();
    rmSync(file);
    expect(output).toBe("");
    expect(realpathSync("build")).toBe(buildFolder);
  });
});
