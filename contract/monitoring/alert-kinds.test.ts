import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { AlertEntry } from "./alert-kinds";
import { alertTable } from "./alert-kinds";
import { alertForm } from "./notices";

const margin: AlertEntry = {
  threshold: { field: "loadOver", unit: "percent", min: 1, max: 100, message: "percentRange" },
  watch: { figures: ["deposit_load"], rings: "over", band: 0.1, bandMin: 1 },
};
const { fields, complete } = alertForm({ ...alertTable, load: margin });
const schema = z.object(fields).check(complete);
const issuesOf = (value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]);

test("one entry in the table defines an alert kind: its switch, its field and their checks", () => {
  expect(schema.parse({ load: true, loadOver: "12,5", byEmail: true })).toMatchObject({ loadOver: "12.5" });
  expect(issuesOf({ load: true, byEmail: true })).toEqual([["loadOver", "specifyThreshold"]]);
  expect(issuesOf({ load: true, loadOver: "101", byEmail: true })).toEqual([["loadOver", "percentRange"]]);
  expect(issuesOf({ load: true, loadOver: "20" })).toEqual([["byEmail", "chooseChannel"]]);
  expect(issuesOf({ drawdown: true, byEmail: true })).toEqual([["drawdownOver", "specifyThreshold"]]);
});
