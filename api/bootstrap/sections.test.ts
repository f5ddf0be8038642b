import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Section } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const endpointsOf = (section: Section) => allEndpoints.filter(({ endpoint }) => endpoint.section === section);

test("every client endpoint of the two modules belongs to their section", () => {
  const without = allEndpoints.filter(
    ({ name, endpoint }) =>
      /^(partner|monitoring)\./.test(name) &&
      endpoint.access === "client" &&
      endpoint.section !== name.split(".")[0],
  );
  expect(without.map(({ name }) => name)).toEqual([]);
  expect(endpointsOf("partner").length).toBeGreaterThan(10);
  expect(endpointsOf("monitoring").length).toBeGreaterThan(10);
});

test.each([
  ["partner", { partnerAllowed: false }],
  ["monitoring", { monitoringAllowed: false }],
] as const)(
  "a client without the flag %s is rejected by every endpoint of the section, and by no other",
  async (section, flags) => {
    const { token } = await api.newClient(flags);
    const codes = async (endpoints: typeof allEndpoints) =>
      Promise.all(
        endpoints.map(async ({ name, endpoint }) => {
          const { status, error } = await api.call(endpoint, { id: "x", monitoringId: "x" } as never, {
            token,
          });
          return [name, status, error.code];
        }),
      );
    for (const [name, status, code] of await codes(endpointsOf(section)))
      expect([name, status, code]).toEqual([name, 403, `${section}Closed`]);
    const other = section === "partner" ? "monitoring" : "partner";
    for (const [, , code] of await codes(endpointsOf(other))) expect(code).not.toBe(`${other}Closed`);
  },
);
