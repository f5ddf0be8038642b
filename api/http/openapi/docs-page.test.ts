import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "#api/testing/source-files";

it("the reference names each error with the status that the API sends", () => {
  const sent = sourceFiles("api").flatMap(({ text }) =>
    [...text.matchAll(/new ApiError\(\s*(\d{3}), "(\w+)"/g)].map(([, status, error]) => `${status} ${error}`),
  );
  const page = readFileSync("api/http/openapi/docs-page.ts", "utf8");
  const named = [...page.matchAll(/(\d{3}) <code>(\w+)/g)].map(([, status, error]) => `${status} ${error}`);
  expect(named.length).toBeGreaterThanOrEqual(3);
  expect(named.filter((error) => !sent.includes(error))).toEqual([]);
});
