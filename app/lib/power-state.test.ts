import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "#contract/languages";
import { powerState, whyNoControl } from "./power-state";

const textsOf = (language: string, page: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/${page}.json`, "utf8"));

test("a server in setup is not shown as off, whatever the state of its machine", () => {
  for (const isOn of [true, false]) {
    expect(powerState({ status: "settingUp", isOn })).toBe("settingUp");
    expect(powerState({ status: "active", isOn })).toBe(isOn ? "machineOn" : "machineOff");
  }
});

test("only an active server can be controlled; one in setup says when it will be", () => {
  expect(whyNoControl("active")).toBeNull();
  expect(whyNoControl("settingUp")).toBe("notSetUp");
  expect([whyNoControl("blocked"), whyNoControl("revoked")]).toEqual(["notActive", "notActive"]);
});

test.each(languages)(
  "each page that controls a machine has a text for its unavailability (%s)",
  (language) => {
    for (const page of ["control", "reinstall", "serverPassword"])
      for (const status of ["settingUp", "blocked"] as const)
        expect(textsOf(language, page)[whyNoControl(status) ?? ""], page).toBeTruthy();
    const { settingUp, machineOff } = textsOf(language, "control");
    expect(settingUp).not.toBe(machineOff);
  },
);
