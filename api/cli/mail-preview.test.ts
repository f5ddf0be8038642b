import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "mail-preview-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("writes each e-mail as a page into reports/mail, and nothing into the current build", () => {
  const [tsx, tsconfig, program] = [
    "node_modules/tsx/dist/cli.mjs",
    "tsconfig.json",
    "api/cli/mail-preview.ts",
  ];
  const parameters = [resolve(tsx), "--tsconfig", resolve(tsconfig), resolve(program)];
  execFileSync(process.execPath, parameters, { cwd: folder });
  expect(readdirSync(folder)).toEqual(["reports"]);
  const index = readFileSync(join(folder, "reports/mail/index.html"), "utf8");
  const pages = [...index.matchAll(/href="([^"]+\.html)"/g)].map(([, page = ""]) => page);
  expect(pages.length).toBeGreaterThan(50);
  expect(readdirSync(join(folder, "reports/mail"))).toEqual(expect.arrayContaining(pages));
});
