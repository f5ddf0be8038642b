import { expect, test } from "vitest";
import { freePort } from "./free-port";

test("freePort returns distinct ports below the ephemeral range", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
