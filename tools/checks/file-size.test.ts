import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const most = 250;
// tests list examples, translations are looked up by key, locales/texts.ts is generated
const unmeasured = /\.(test|spec|d)\.|^locales\/[a-z]{2}\/|^locales\/texts\.ts$/;
const rooms = ["app", "api", "contract", "statements", "locales", "server", "bin", "tools", "e2e"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter(
    (file) => /\.(tsx?|[mc]js|css)$/.test(file) && !unmeasured.test(file) && !file.includes("node_modules/"),
  );

test("no source file has more than 250 lines (CONTRIBUTING.md)", () => {
  const measured = rooms.map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }));
  expect(measured.length).toBeGreaterThan(800);
  expect(measured.filter(({ lines }) => lines > most)).toEqual([]);
});

test("only the newest migration has a snapshot: drizzle-kit reads no other (docs/adr/0013)", () => {
  const folder = "api/db/migrations/meta";
  const { entries } = JSON.parse(readFileSync(`${folder}/_journal.json`, "utf8")) as {
    entries: { tag: string }[];
  };
  const newest = entries.at(-1)?.tag.split("_")[0];
  expect(readdirSync(folder).sort()).toEqual([`${newest}_snapshot.json`, "_journal.json"]);
});

test("no object literal is spread into another to save lines", () => {
  expect(rooms.filter((file) => /\.\.\.\{/.test(readFileSync(file, "utf8")))).toEqual([]);
});
