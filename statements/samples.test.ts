import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { statementSamples } from "#contract/monitoring/statement-samples";
import { readStatement } from "./read-statement";

const folder = "public/samples";

describe("samples of the import page", () => {
  it("are the files of the folder", () => {
    expect(statementSamples.map(({ file }) => file).toSorted()).toEqual(readdirSync(folder).toSorted());
  });

  it.each(statementSamples.map(({ file }) => file))("are read: %s", async (file) => {
    const { trades } = await readStatement(readFileSync(`${folder}/${file}`), { base: 120, summer: null });
    expect(trades.length).toBeGreaterThan(0);
  });
});
