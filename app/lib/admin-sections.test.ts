import { expect, it } from "vitest";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import type { Section } from "./admin-section";
import { sections } from "./admin-sections";
import { decisions } from "./inbox-place";

const operations = allOperations();
const pages: Section[] = Object.values(sections);
const lists = pages.flatMap((page) => page.lists);
const actions = [...lists.flatMap((list) => list.actions ?? []), ...Object.values(decisions).flat()];

it("lists of the console are operations that change nothing", () => {
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(({ operation }) => !operations.get(operation)?.isRead)).toEqual([]);
});

it("actions and buttons of the console are operations that it offers", () => {
  const named = [
    ...actions.map(({ operation }) => operation),
    ...pages.flatMap(({ buttons = [] }) => buttons),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => operations.get(name)?.isShellOnly !== false)).toEqual([]);
});

it("an action fills fields that its operation has", () => {
  const unknown = actions.flatMap(({ operation, inputColumns }) => {
    const known = operations.get(operation);
    const fields = known ? parametersOf(known).map(({ name }) => name) : [];
    return Object.keys(inputColumns)
      .filter((field) => !fields.includes(field))
      .map((field) => `${operation} ${field}`);
  });
  expect(unknown).toEqual([]);
});
