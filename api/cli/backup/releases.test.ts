import { readdirSync, readFileSync } from "node:fs";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { describe, expect, it } from "vitest";
import type { Manifest } from "./format";

const releases = "api/cli/backup/releases";

describe("migrations", () => {
  const currentHashes = readMigrationFiles({ migrationsFolder: "api/db/migrations" }).map(({ hash }) => hash);
  for (const release of readdirSync(releases).filter((name) => /^\d/.test(name)))
    it(`begin with those that ${release} was released with, unchanged`, () => {
      const { migrations }: Manifest = JSON.parse(
        readFileSync(`${releases}/${release}/manifest.json`, "utf8"),
      );
      expect(currentHashes.slice(0, migrations.length)).toEqual(migrations);
    });
});
