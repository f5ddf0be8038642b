import { describe, expect, it } from "vitest";
import { checkMql } from "./check-mql";
import { mqlReference } from "./mql-reference";
import type { Terminal } from "./source";
import { adapterSource, terminals } from "./source";

/** Checks the source with one place changed; the place must exist. */
async function checkMutated(terminal: Terminal, original: string, change: string) {
  const source = await adapterSource(terminal);
  expect(source).toContain(original);
  return checkMql(
    source.replace(original, () => change),
    terminal,
  );
}

describe.each(terminals)("monitoring.%s, checked against a grammar", (terminal) => {
  it("has no errors", async () => {
    expect(await checkMql(await adapterSource(terminal), terminal)).toEqual([]);
  });

  it.each([
    [
      "a missing semicolon",
      "next_call = TimeGMT() + seconds;",
      "next_call = TimeGMT() + seconds",
      /is missing/,
    ],
    [
      "a bracket too few",
      "if(text == last_said) return;",
      "if(text == last_said return;",
      /is missing|is no MQL/,
    ],
    ["a quote too few", 'Print("Online monitoring: " + text);', 'Print("Online monitoring: + text);', /./],
    [
      "a function of no name",
      "DoubleToString(value, 8)",
      "DoubleToStr8(value, 8)",
      /is no function: DoubleToStr8/,
    ],
    [
      "an argument too few",
      "StringSubstr(json, at, end - at)",
      "StringSubstr(json)",
      /StringSubstr takes no 1/,
    ],
    ["an argument too many", "Say(text);", "Say(text, 1);", /Say takes no 2 arguments/],
    [
      "a variable of no name",
      "next_call = TimeGMT() + seconds;",
      "next_cal = TimeGMT();",
      /is no name: next_cal/,
    ],
    [
      "a construct of C++ only",
      "int pause = 5;",
      "auto pause = 5;",
      /is no construct .* placeholder_type_specifier/,
    ],
    ["a pointer of C++", "int pause = 5;", "int *pause = new int(5);", /is no construct/],
    ["a type of C++ only", "int pause = 5;", "long long pause = 5;", /is no type: long long/],
    [
      "an event with parameters",
      "void OnTick()",
      "void OnTick(int x)",
      /is no event with 1 parameters: OnTick/,
    ],
    [
      "a type of no name",
      "datetime clock = TimeCurrent();",
      "date_time clock = TimeCurrent();",
      /is no type: date_time/,
    ],
  ])("rejects %s", async (_, original, change, problem) => {
    expect(await checkMutated(terminal, original, change)).toContainEqual(expect.stringMatching(problem));
  });

  it("reports the position of an error", async () => {
    const source = await adapterSource(terminal);
    const line = source.slice(0, source.indexOf("failures = failures + 1;")).split("\n").length;
    const [problem] = await checkMutated(terminal, "failures = failures + 1;", "failures = failurez + 1;");
    expect(problem).toBe(`${line}:15 is no name: failurez`);
  });

  it("uses every name of the stored reference", async () => {
    const source = await adapterSource(terminal);
    const { functions, constants, events, types } = mqlReference[terminal];
    const knownNames = [...Object.keys(functions), ...constants, ...Object.keys(events), ...types];
    expect(knownNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual(
      terminal === "mq4" ? ["TERMINAL_CONNECTED"] : [],
    );
  });
});

it("rejects functions that only the other terminal's language has", async () => {
  expect(
    await checkMutated("mq5", "TerminalInfoInteger(TERMINAL_CONNECTED) != 0", "IsConnected()"),
  ).toContainEqual(expect.stringContaining("is no function: IsConnected"));
  expect(
    await checkMutated("mq4", "bool connected = IsConnected();", "bool connected = PositionsTotal() > 0;"),
  ).toContainEqual(expect.stringContaining("is no function: PositionsTotal"));
});
