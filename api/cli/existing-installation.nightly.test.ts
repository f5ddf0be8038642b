import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { testDatabase } from "#api/testing/test-database";
import { runCommand } from "./run-command.testing";

const run = promisify(execFile);

let folder: string;
let api: TestApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-commands-"));
  api = await testApi();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const command = (program: string, args: string[], settings: Record<string, string>) =>
  runCommand(program, args, { DATA_DIR: folder, ...settings });

const programs: [string, string[]][] = [
  ["admin", ["withdrawals", "list"]],
  ["admin", ["staff", "waiting"]],
  ["backup", ["into"]],
  ["drill", ["into"]],
];

describe("commands on an existing installation", { timeout: 120_000 }, () => {
  it.each(programs)(
    "create nothing in an empty folder, and name the setting to check (%s %j)",
    async (...of) => {
      const { code, output } = await command(...of, {});
      expect(output.trim()).toBe(
        `There is no database in ${folder}. Set DATABASE_URL, or DATA_DIR to the folder of the installation.`,
      );
      expect(code).toBe(1);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each(programs.filter(([name]) => name !== "drill"))(
    "create no new secret beside an existing database (%s %j)",
    async (...of) => {
      const { code, output } = await command(...of, { DATABASE_URL: api.databaseUrl });
      expect(output).toContain(`There is no secret in ${folder}. Set SESSION_SECRET`);
      expect(code).toBe(1);
      expect((await readdir(folder)).filter((name) => name !== "into")).toEqual([]);
    },
  );

  it.each(programs)("leave a database alone on which the cabinet never ran (%s %j)", async (...of) => {
    const empty = await testDatabase({ isEmpty: true });
    const { code, output } = await command(...of, {
      DATABASE_URL: empty.url,
      SESSION_SECRET: "a".repeat(40),
    });
    expect(output).toMatch(/ is empty: the cabinet has not been started on it\. Is DATABASE_URL right\?/);
    expect(code).toBe(1);
    await empty.close();
  });

  it("use the database of the settings, and name it", async () => {
    await api.newClient();
    const settings = { DATABASE_URL: api.databaseUrl, SESSION_SECRET: "a".repeat(40) };
    const { code, output } = await command("admin", ["withdrawals", "list"], settings);
    expect(output).toMatch(/^None\.\nWorking on postgres:.*, \d+ clients?\.\n$/);
    expect(code).toBe(0);
  });

  it.each(["admin", "api", "worker"])(
    "report in one sentence that a database does not exist (%s)",
    async (program) => {
      const url = api.databaseUrl.replace(/\/\w+($|\?)/, "/nosuch$1");
      const settings = { DATABASE_URL: url, SESSION_SECRET: "a".repeat(40), PORT: "0" };
      const { code, output } = await command(program, program === "admin" ? ["staff", "list"] : [], settings);
      expect(output.trim()).toMatch(
        /^postgres\S*:\/\/\S+\/nosuch does not exist\. Are DATABASE_URL and DATA_DIR right\?$/,
      );
      expect(code).toBe(1);
    },
  );

  it("use the settings of a deployment, and the upload folder of its units", async () => {
    const file = join(folder, "cabinet.env");
    await writeFile(file, `DATABASE_URL=${api.databaseUrl}\n`);
    const script = `import("./api/cli/load-deployment.ts").then(({ useDeployment }) => {
      useDeployment(${JSON.stringify(file)});
      const { DEPLOYMENT, DATA_DIR, DATABASE_URL } = process.env;
      console.log(JSON.stringify([DEPLOYMENT, DATA_DIR, DATABASE_URL]));
    })`;
    const { PATH = "", NODE_ENV = "test" } = process.env;
    const { stdout } = await run(process.execPath, ["--import", "tsx", "--eval", script], {
      env: { PATH, NODE_ENV },
    });
    expect(JSON.parse(stdout)).toEqual(["on", "/var/lib/cabinet", api.databaseUrl]);
    await rm(file);
  });

  it("doctor reports a missing installation, creates nothing, and exits with 1", async () => {
    const empty = await mkdtemp(join(folder, "doctor-"));
    const { code, output } = await command("doctor", [], { DATA_DIR: empty });
    expect(output).toMatch(/^missing {2}settings: There is no database in .+\n$/);
    expect(code).toBe(1);
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });

  it("fail if the settings exist and are unreadable", async () => {
    const home = join(folder, "unreadable");
    await mkdir(join(home, ".env"), { recursive: true });
    await writeFile(join(home, "keep"), "");
    const loader = resolve("api/cli/load-env.ts");
    const tsx = resolve("node_modules/tsx/dist/loader.mjs");
    const errorOutput = await run(process.execPath, ["--import", tsx, loader], { cwd: home }).then(
      () => "",
      (error: { stderr: string }) => error.stderr,
    );
    expect(errorOutput).toContain(".env can't be read");
    await rm(home, { recursive: true });
  });
});
