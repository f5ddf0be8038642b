import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every setting reaches every process: each unit and each service of the compose file reads the one settings file", () => {
  const units = readdirSync("deploy/systemd").filter((name) => name.endsWith(".service"));
  expect(units.length).toBeGreaterThan(3);
  for (const name of units)
    expect(readFileSync(`deploy/systemd/${name}`, "utf8"), name).toMatch(
      /^EnvironmentFile=\/etc\/cabinet\/cabinet\.env\nEnvironment=NODE_ENV=production DEPLOYMENT=on$/m,
    );
  const compose = readFileSync("deploy/compose.yaml", "utf8");
  expect(compose).toMatch(/x-environment: &environment\n {2}DEPLOYMENT: "on"/);
  expect(compose).toMatch(/x-service: &service[\s\S]*?env_file: \[\.env\]/);
  const blocks = [...compose.matchAll(/^x-(\w+): &\w+\n((?: {2}.*\n)+)/gm)];
  for (const [, name = "", block = ""] of blocks)
    if (block.includes("command:") || name === "cabinet") expect(block, name).toContain("<<: *service");
  for (const [, name = ""] of compose.matchAll(/^ {2}(?:cabinet|api|worker)-\d: \*(\w+)$/gm))
    expect(["cabinet", "api", "worker"]).toContain(name);
});

test("no setting is overwritten by an empty value", () => {
  const compose = readFileSync("deploy/compose.yaml", "utf8");
  expect(compose.match(/\$\{\w+:-\}/g)).toBeNull();
});

test("a line of .env.example is a setting or a comment: systemd and compose allow no comments after values", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  expect(lines.filter((line) => /^(# )?[A-Z][A-Z_]+=.*\s#/.test(line))).toEqual([]);
  // and none is set, because a settings file takes precedence over the unit
  expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual([]);
});

test("the Caddy user can enter the folder of static files: it is outside the services' folder", () => {
  const [, clientFolder = ""] =
    /root \* \{\$CABINET_CLIENT:(\S+)\}/.exec(readFileSync("deploy/Caddyfile", "utf8")) ?? [];
  const unit = readFileSync("deploy/systemd/cabinet@.service", "utf8");
  expect(unit).toMatch(/^StateDirectory=cabinet\nStateDirectoryMode=0750$/m);
  expect(clientFolder).toBe("/srv/cabinet/client");
  for (const file of ["deploy/README.md", "deploy/Dockerfile"])
    expect(readFileSync(file, "utf8"), file).toContain(
      `build/client${file.endsWith("md") ? "/." : ""} ${clientFolder}`,
    );
});
