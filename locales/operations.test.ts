import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parametersOf } from "#api/operations/operation";
import { allOperations } from "#api/operations/program";
import { operationTextKey } from "#app/lib/operation-text-key";

const offered = [...allOperations().values()].filter(({ isShellOnly }) => !isShellOnly);
const keyOf = operationTextKey;

describe.each(["en", "ru"])("the words of operations (%s)", (language) => {
  const texts = JSON.parse(readFileSync(`locales/${language}/operations.json`, "utf8")) as Record<
    string,
    string
  >;

  it("name every operation of the console", () => {
    expect(offered.map(({ name }) => name).filter((name) => !texts[keyOf(name)])).toEqual([]);
  });

  it("name every field of them", () => {
    const fields = offered.flatMap((operation) =>
      parametersOf(operation)
        .map(({ name }) => name)
        .filter((name) => !operation.files.includes(name)),
    );
    expect([...new Set(fields)].filter((name) => !texts[`field_${name}`])).toEqual([]);
  });

  it("name no operation that is not there", () => {
    const known = new Set(offered.map(({ name }) => keyOf(name)));
    expect(
      Object.keys(texts).filter((key) => key.startsWith("do_") && !known.has(key.replace(/_by_method$/, ""))),
    ).toEqual([]);
  });
});
