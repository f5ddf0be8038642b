import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the reference names each error with the status that the API sends", () => {
  const sources = readdirSync("api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join("api", file), "utf8"));
  const sent = sources.flatMap((code) =>
    [...code.matchAll(/new ApiError\(\s*(\d{3}), "(\w+)"/g)].map(([, status, error]) => `${status} ${error}`),
  );
  const page = readFileSync("api/http/openapi/docs-page.ts", "utf8");
  const named = [...page.matchAll(/(\d{3}) <code>(\w+)/g)].map(([, status, error]) => `${status} ${error}`);
  expect(named.length).toBeGreaterThanOrEqual(3);
  expect(named.filter((error) => !sent.includes(error))).toEqual([]);
});
