import { expect, test } from "vitest";
import { loader } from "./[.]well-known.security[.]txt/route";

test("security.txt has the fields required by RFC 9116, and is not expired", async () => {
  const answer = loader();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries(
    (await answer.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields.Contact).toMatch(/^(https?:\/\/|mailto:)/);
  expect(fields.Policy).toMatch(/\/report-a-vulnerability$/);
  const left = Date.parse(fields.Expires ?? "") - Date.now();
  expect(left).toBeGreaterThan(30 * 24 * 60 * 60_000);
  expect(left).toBeLessThan(366 * 24 * 60 * 60_000);
});
