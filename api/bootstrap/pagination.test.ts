import { afterAll, beforeAll, expect, it } from "vitest";
import { fieldsOf } from "#api/http/openapi/schema-fields";
import { newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { allEndpoints } from "#contract/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const paged = allEndpoints.filter(
  ({ endpoint }) => "page" in fieldsOf(endpoint.input) && "pages" in fieldsOf(endpoint.output),
);

it("the list of paged endpoints is complete", () => {
  expect(paged.length).toBeGreaterThan(6);
});

it.each(paged)("$name returns the last page for a page number beyond it", async ({ endpoint }) => {
  const { token } = await api.newClient();
  const { id: monitoringId } = await newTerminal(api, token);
  const values: Record<string, unknown> = { page: 9_999, monitoringId, kind: "deposits" };
  const input = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in fieldsOf(endpoint.input)),
  );
  const { status, body } = await api.call(endpoint, input as never, { token });
  expect([status, body]).toMatchObject([200, { page: 1, pages: 1 }]);
});
