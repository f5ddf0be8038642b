import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const lines = readFileSync("docs/asvs.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line));
const rows = lines.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

/** Returns the test that a cell names: its file and its title. */
const named = (cell = "") => /^`(.+\.(?:test|spec)\.ts) › (.+)`$/.exec(cell)?.slice(1);

test("every row of docs/asvs.md is met or not, with a test or a reason", () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  for (const [id, state, , why] of rows)
    expect([id, state, why]).toEqual([id, expect.stringMatching(/^(met|no)$/), expect.stringMatching(/\S/)]);
});

test("every test named in docs/asvs.md exists", () => {
  const tests = rows.flatMap((row) => [named(row[3]) ?? []].filter((found) => found.length > 0));
  expect(tests.length).toBeGreaterThan(60);
  const missing = tests.filter(([file = "", title = ""]) => {
    if (!existsSync(file)) return true;
    // the source may quote a title either way
    const source = readFileSync(file, "utf8");
    return !['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
  });
  expect(missing).toEqual([]);
});

/** Places where a regular expression is built, and from what; never from user input. */
const builtPatterns: Record<string, string> = {
  "statements/values.ts": "our own pattern of a clock",
  "api/integrations/payments/cryptomus.ts": "32 hexadecimal digits, looked at before",
  "app/routes/online-monitoring_.$monitoringId/time-text.ts": "this year",
  "server/route-subsets.ts": "our own routes",
  "app/services/descriptions.server.ts": "our own paths",
  "api/embedded-postgres/folders.ts": "a pattern of ours",
  "contract/fields.ts": "a length of ours",
  "contract/branding/brand.ts": "days of the week",
};

test("no regular expression is built from user input", () => {
  const built = ["app", "api", "contract", "server", "statements"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !/test/.test(path))
      .filter((path) => readFileSync(path, "utf8").includes("new RegExp(")),
  );
  expect(built.sort()).toEqual(Object.keys(builtPatterns).sort());
});

test("the bill of materials lists the runtime dependencies", () => {
  const [command = "", ...args] = sbomCommand();
  const sbom = JSON.parse(execFileSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }));
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const listed = new Set(
    sbom.components.map(({ name, group }: Component) => (group ? `${group}/${name}` : name)),
  );
  expect(sbom.bomFormat).toBe("CycloneDX");
  expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([]);
});

type Component = { name: string; group?: string };

/** Returns the command of `npm run sbom` without its output file. */
function sbomCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  return scripts.sbom?.split(" > ")[0]?.split(" ") ?? [];
}
