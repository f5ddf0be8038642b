import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import createClient from "openapi-fetch";
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishOrders, giveMoney, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing";
import { allEndpoints } from "#contract/index";

let api: TestApi;
type Link = { operationId: string; parameters?: object; requestBody?: object };
type Operation = { responses: Record<string, { links?: Record<string, Link> }> };
let document: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  api = await vpsApi();
  document = await (await api.fetch("/openapi.json")).json();
});
afterAll(() => api.close());

/** `GET /user/partner_network/` comes from the specification; the test runs on this machine. */
const ignoredRules = ["path-keys-no-trailing-slash", "no-path-trailing-slash", "no-server-example.com"];

test("Spectral reports nothing on the document", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const found = await linter.run(document as never);
  const problems = found.filter(({ code }) => !ignoredRules.includes(String(code)));
  expect(problems.map(({ code, path, message }) => `${code} ${path.join(".")}: ${message}`)).toEqual([]);
});

test("Redocly reports nothing on the document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const reported = await lintFromString({
    source: JSON.stringify(document, null, 1),
    absoluteRef: "openapi.json",
    config,
  });
  const problems = reported.filter(({ ruleId }) => !ignoredRules.includes(ruleId));
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

/** A program as written by somebody who has only the document; its types are generated from it. */
const program = `
import type createClient from "openapi-fetch";
import type { paths } from "./types";
export async function rentAServer(client: ReturnType<typeof createClient<paths>>, email: string, password: string) {
  const login = await client.POST("/user/auth/login", { body: { email, password } });
  if (!login.data) throw new Error(login.error.message);
  const headers = { authorization: \`Bearer \${login.data.token}\` };
  const { data: offer } = await client.GET("/vps/rates", { headers });
  const rate = offer?.rates.find(({ name }) => name === "Trader 1");
  if (!rate) throw new Error("no such rate");
  const rented = await client.POST("/vps/servers", {
    params: { header: { "idempotency-key": crypto.randomUUID() } },
    headers,
    body: { rateId: rate.id, months: 1, operatingSystem: rate.operatingSystems[0] ?? "", autoRenewal: false },
  });
  if (!rented.data) throw new Error(rented.error.message);
  const { serverId } = rented.data;
  const server = await client.GET("/vps/servers/{serverId}", { params: { path: { serverId } }, headers });
  return server.data?.status;
}
`;

test("a client generated from the document compiles, logs in and rents a server", async () => {
  const client = await api.newClient();
  await giveMoney(api, client.id, 10_000);
  // next to the packages that the program imports
  const folder = await mkdtemp(join(process.cwd(), "node_modules/.generated-client-"));
  try {
    await writeFile(join(folder, "types.ts"), astToString(await openapiTypes(document as never)));
    await writeFile(join(folder, "program.ts"), program);
    const compiled = ts.createProgram([join(folder, "program.ts")], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: ["node"],
    });
    const faults = ts.getPreEmitDiagnostics(compiled);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\\n"))).toEqual([]);
    const { rentAServer } = await import(join(folder, "program.ts"));
    const generatedClient = createClient({
      baseUrl: "http://api.example.test",
      fetch: async (request) =>
        api.fetch(new URL(request.url).pathname, {
          method: request.method,
          headers: request.headers,
          body: request.method === "GET" ? null : await request.text(),
        }),
    });
    expect(await rentAServer(generatedClient, client.email, testPassword)).toBe("settingUp");
    await finishOrders(api);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("every link leads to an endpoint, with parameters that it has", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const links = operations.flatMap(({ responses }) => Object.values(responses["200"]?.links ?? {}));
  expect(links.length).toBeGreaterThan(3);
  for (const { operationId, parameters = {}, requestBody = {} } of links) {
    const endpoint = allEndpoints.find(({ name }) => name === operationId)?.endpoint;
    expect(endpoint, operationId).toBeDefined();
    for (const name of Object.keys(parameters)) expect(endpoint?.path).toContain(`:${name}`);
    for (const name of Object.keys(requestBody)) expect(endpoint?.path).not.toContain(`:${name}`);
  }
});
