import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { History } from "#api/modules/monitoring/statistics/history";
import { readStatement } from "#statements/read-statement";
import { writers } from "#tools/statement-generators/index";
import { readInWorker } from "./read-in-worker";
import { histories } from "./testing";

const utc = { base: 0, summer: null };

describe("reading in a worker thread", () => {
  it("reports where a problem is, as the reader does", async () => {
    const file = new TextEncoder().encode("a,b,c\n1,2,3\n");
    await expect(readInWorker(async () => file, utc)).rejects.toMatchObject({ code: "importUnknownFormat" });
  });

  it("returns what the reader returns, and reports progress", async () => {
    const [history] = fc.sample(histories, { numRuns: 1, seed: 3 }) as [History];
    for (const { write } of Object.values(writers)) {
      const bytes = write(history, { minutes: 0, cancelled: 1 });
      const expected = await readStatement(bytes.slice(), utc);
      const shares: number[] = [];
      expect(
        await readInWorker(
          async () => bytes,
          utc,
          async (share) => void shares.push(share),
        ),
      ).toEqual(expected);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    }
  });
});
