import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "#contract/languages";
import { powerState, whyNoControl } from "./power-state";

const textsOf = (language: string, page: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/${page}.json`, "utf8"));

test("a server in set-up is not said to be off, whatever its machine is", () => {
  for (const isOn of [true, false]) {
    expect(powerState({ status: "settingUp", isOn })).toBe("settingUp");
    expect(powerState({ status: "active", isOn })).toBe(isOn ? "machineOn" : "machineOff");
  }
});

test("only of an active server something can be asked; one in set-up says when it can", () => {
  expect(whyNoControl("active")).toBeNull();
  expect(whyNoControl("settingUp")).toBe("notSetUp");
  expect([whyNoControl("blocked"), whyNoControl("revoked")]).toEqual(["notActive", "notActive"]);
});

test.each(languages)("each page that asks something of a machine has the words for it (%s)", (language) => {
  for (const page of ["control", "reinstall", "serverPassword"])
    for (const status of ["settingUp", "blocked"] as const)
      expect(textsOf(language, page)[whyNoControl(status) ?? ""], page).toBeTruthy();
  const { settingUp, machineOff } = textsOf(language, "control");
  expect(settingUp).not.toBe(machineOff);
});
