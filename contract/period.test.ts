import { describe, expect, it } from "vitest";
import { spanOf } from "./period";

const now = new Date("2025-03-10T15:00:00Z");
const beginning = new Date("2024-01-05T08:00:00Z");
const texts = (span: { from: Date; to: Date }) => [
  span.from.toISOString().slice(0, 10),
  span.to.toISOString().slice(0, 10),
];

describe("spanOf", () => {
  it.each([
    ["week", "2025-03-04"],
    ["month", "2025-02-09"],
    ["quarter", "2024-12-10"],
    ["year", "2024-03-11"],
    ["all", "2024-01-05"],
  ] as const)("%s begins on %s and ends today", (period, from) => {
    expect(texts(spanOf({ period }, now, beginning))).toEqual([from, "2025-03-11"]);
  });

  it("accepts custom dates, both included, in either order", () => {
    const span = ["2025-02-01", "2025-02-04"];
    expect(texts(spanOf({ period: "own", from: "2025-02-01", to: "2025-02-03" }, now, beginning))).toEqual(
      span,
    );
    expect(texts(spanOf({ period: "own", from: "2025-02-03", to: "2025-02-01" }, now, beginning))).toEqual(
      span,
    );
  });

  it("fills in a missing custom date", () => {
    expect(texts(spanOf({ period: "own" }, now, beginning))).toEqual(["2024-01-05", "2025-03-11"]);
  });
});
