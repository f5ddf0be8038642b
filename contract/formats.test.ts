import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dateFormat, numberFormat } from "./formats";

test("a format is made once", () => {
  const options = { timeZone: "UTC", month: "short" } as const;
  expect(dateFormat("ru", options)).toBe(dateFormat("ru", { ...options }));
  expect(dateFormat("ru", options)).not.toBe(dateFormat("en", options));
  expect(numberFormat("en", { style: "percent" })).toBe(numberFormat("en", { style: "percent" }));
});

test("nobody else makes formats of dates and numbers", () => {
  const files = ["app", "api/src", "contract", "locales"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => join(room, file)),
  );
  const makers = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .filter((file) =>
      /new Intl\.(DateTime|Number)Format|toLocale(Date|Time)?String\(/.test(readFileSync(file, "utf8")),
    );
  expect(makers).toEqual(["contract/formats.ts"]);
});
