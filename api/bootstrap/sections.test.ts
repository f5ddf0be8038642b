import { afterAll, beforeAll, expect, test } from "vitest";
import type { Section } from "#contract/call";
import { allCalls } from "#contract/index";
import type { TestApi } from "../testing";
import { testApi } from "../testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const callsOf = (section: Section) => allCalls.filter(({ call }) => call.section === section);

test("every client's call of the two areas belongs to their section", () => {
  const without = allCalls.filter(
    ({ name, call }) =>
      /^(partner|monitoring)\./.test(name) && call.access === "client" && call.section !== name.split(".")[0],
  );
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(callsOf("partner").length).toBeGreaterThan(10);
  expect(callsOf("monitoring").length).toBeGreaterThan(10);
});

test.each([
  ["partner", { partnerAllowed: false }],
  ["monitoring", { monitoringAllowed: false }],
] as const)(
  "a client without the flag %s is refused by every call of the section, and by no other",
  async (section, flags) => {
    const { token } = await api.newClient(flags);
    const codes = async (calls: typeof allCalls) =>
      Promise.all(
        calls.map(async ({ name, call }) => {
          const { status, refusal } = await api.call(call, { id: "x", monitoringId: "x" } as never, {
            token,
          });
          return [name, status, refusal.code];
        }),
      );
    for (const [name, status, code] of await codes(callsOf(section)))
      expect([name, status, code]).toEqual([name, 403, `${section}Closed`]);
    const other = section === "partner" ? "monitoring" : "partner";
    for (const [, , code] of await codes(callsOf(other))) expect(code).not.toBe(`${other}Closed`);
  },
);
