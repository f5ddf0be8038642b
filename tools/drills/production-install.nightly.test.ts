import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#api/cli/free-port";
import { processesIn } from "./processes.testing";
import { visitor } from "./visitor.testing";

/** What an installation needs besides its packages: no source file is among it. */
const shipped = ["bin", "build", "builds", "public", "api/db/migrations", "package.json"];

/** Returns the folders of the packages that `npm ci --omit=dev` installs. */
const productionPackages = () =>
  execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { encoding: "utf8" })
    .split("\n")
    .flatMap((path) => /node_modules\/.+$/.exec(path)?.[0] ?? []);

let folder: string;
let installation: string;
let processes: ReturnType<typeof processesIn>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cabinet-production-"));
  await chmod(folder, 0o711);
  processes = processesIn(folder);
  installation = join(folder, "installation");
  for (const name of [...shipped, ...productionPackages()])
    await cp(name, join(installation, name), { recursive: true, verbatimSymlinks: true });
}, 300_000);
afterAll(async () => {
  await processes.stop("cabinet");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

test("the build runs without the packages of development and without sources", async () => {
  const installed = (name: string) => existsSync(join(installation, "node_modules", name));
  expect(["@remix-run/dev", "tsx", "vite", "vitest", "esbuild"].filter(installed)).toEqual([]);
  const port = await freePort();
  processes.run("cabinet", process.execPath, ["bin/serve.mjs"], {
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    cwd: installation,
    env: { DATA_DIR: join(folder, "data"), PORT: String(port), DEMO: "1", LOG_LEVEL: "error" },
  });
  const origin = `http://localhost:${port}`;
  await processes.untilItAnswers(`${origin}/readyz`, "cabinet");
  const client = visitor(origin, "127.0.0.4");
  const { status, headers } = await client.submit("/login", {
    email: "anna@demo.test",
    password: "demo-password",
    intent: "login",
  });
  expect([status, headers.location]).toEqual([302, "/vps"]);
  expect((await client.send("/vps")).body).toContain("London EAs");
  // drawn by sharp, which has native parts, with the fonts of a package
  expect((await client.send("/online-monitoring/demo-night-scalper/picture.png")).status).toBe(200);
}, 180_000);
