import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "#api/lib/api-error";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { defineEndpoint } from "#contract/endpoint";
import type { Handler } from "./handle";
import { handle } from "./handle";
import { servedAlone } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const serve = (...handlers: Handler[]) =>
  servedAlone(
    ...handlers.map((one) => ({
      endpoint: one.endpoint,
      serve: (hono: Parameters<Handler["serve"]>[1]) => one.serve(api.deps, hono),
    })),
  );
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const endpointAt = (path: `/${string}`) => ({ method: "POST", path, summary: "" }) as const;
const post = (headers: Record<string, string> = {}, body?: BodyInit): RequestInit => ({
  method: "POST",
  headers,
  body,
});
const anything = z.looseObject({});

test("a handler knows the caller, the address, the language and the browser", async () => {
  const echoCaller = handle(
    defineEndpoint({ ...endpointAt("/who"), access: "public", output: anything }),
    async (_input, { client, address, language, userAgent, browser, idempotencyKey }) => ({
      client: client?.id ?? null,
      address,
      language,
      userAgent,
      browser,
      idempotencyKey,
    }),
  );
  const fetchApi = serve(echoCaller);
  const anonymous = {
    client: null,
    address: "unknown",
    language: "en",
    userAgent: "",
    browser: null,
    idempotencyKey: "",
  };
  expect(await fetchApi("/who", post())).toEqual([200, anonymous]);
  const client = await api.newClient();
  const headers = {
    ...bearer(client),
    "x-client-address": "10.1.2.3",
    "accept-language": "ru",
    "user-agent": "Firefox",
    "x-browser": "a-secret-of-this-browser",
    // the endpoint does not declare it, so it is ignored
    "idempotency-key": "a-key-of-mine",
  };
  expect(await fetchApi("/who", post(headers))).toEqual([
    200,
    {
      client: client.id,
      address: "10.1.2.3",
      language: "ru",
      userAgent: "Firefox",
      browser: "a-secret-of-this-browser",
      idempotencyKey: "",
    },
  ]);
});

test("a client endpoint is open to clients, a section's endpoint to clients who have the section", async () => {
  let served = 0;
  const count = async () => ({ number: ++served });
  const output = z.object({ number: z.number() });
  const fetchApi = serve(
    handle(defineEndpoint({ ...endpointAt("/own"), access: "client", output }), count),
    handle(
      defineEndpoint({ ...endpointAt("/partner"), access: "client", section: "partner", output }),
      count,
    ),
    handle(
      defineEndpoint({ ...endpointAt("/monitoring"), access: "client", section: "monitoring", output }),
      count,
    ),
  );
  const closed = await api.newClient({ partnerAllowed: false, monitoringAllowed: false });
  const partner = await api.newClient({ partnerAllowed: true, monitoringAllowed: false });
  const watcher = await api.newClient({ partnerAllowed: false, monitoringAllowed: true });
  const codes = async (path: string) => {
    const answers = [];
    for (const one of [null, { token: "no-such-token" }, closed, partner, watcher]) {
      const [status, body] = await fetchApi(path, post(one ? bearer(one) : {}));
      answers.push(status === 200 ? 200 : [status, (body as { code: string }).code]);
    }
    return answers;
  };
  const over = [401, "sessionOver"];
  expect(await codes("/own")).toEqual([over, over, 200, 200, 200]);
  const noPartner = [403, "partnerClosed"];
  expect(await codes("/partner")).toEqual([over, over, noPartner, 200, noPartner]);
  const noMonitoring = [403, "monitoringClosed"];
  expect(await codes("/monitoring")).toEqual([over, over, noMonitoring, noMonitoring, 200]);
  expect(served).toBe(5);
});

test("an endpoint that protects an account requires recent authentication", async () => {
  let served = 0;
  const input = z.object({ password: z.optional(z.string()) });
  const protect = async () => {
    served += 1;
    return { ok: true as const };
  };
  const fetchApi = serve(
    handle(
      defineEndpoint({ ...endpointAt("/protect"), access: "client", recentAuth: "password", input }),
      protect,
    ),
  );
  const headers = { ...bearer(await api.newClient()), "content-type": "application/json" };
  expect(await fetchApi("/protect", post(headers))).toEqual([
    403,
    { code: "freshProofNeeded", fields: { password: "specifyPassword" } },
  ]);
  expect(served).toBe(0);
  expect(await fetchApi("/protect", post(headers, JSON.stringify({ password: testPassword })))).toEqual([
    200,
    { ok: true },
  ]);
  expect(await fetchApi("/protect", post(headers))).toEqual([200, { ok: true }]);
});

test("response fields that the contract does not declare are stripped; a file is sent unchanged", async () => {
  const output = z.object({ name: z.string() });
  const answer = { name: "Anna", passwordHash: "$argon2id$" };
  const fetchApi = serve(
    handle(defineEndpoint({ ...endpointAt("/json"), access: "public", output }), async () => answer),
    handle(
      defineEndpoint({ ...endpointAt("/file"), access: "public", output, answer: "file" }),
      async () => new Response("a,b", { status: 206 }),
    ),
  );
  expect(await fetchApi("/json", post())).toEqual([200, { name: "Anna" }]);
  expect(await fetchApi("/file", post())).toEqual([206, "a,b"]);
});

test("an idempotency key is required or optional, and must be well-formed", async () => {
  const output = z.object({ key: z.string() });
  const echoKey = async (_input: unknown, { idempotencyKey }: { idempotencyKey: string }) => ({
    key: idempotencyKey,
  });
  const fetchApi = serve(
    handle(
      defineEndpoint({ ...endpointAt("/demanded"), access: "public", idempotent: true, output }),
      echoKey,
    ),
    handle(
      defineEndpoint({ ...endpointAt("/honoured"), access: "public", idempotent: "ifAsked", output }),
      echoKey,
    ),
  );
  const withKey = (path: string, key?: string) =>
    fetchApi(path, post(key === undefined ? {} : { "idempotency-key": key }));
  expect(await withKey("/demanded")).toEqual([400, { code: "idempotencyKeyMissing" }]);
  for (const path of ["/demanded", "/honoured"]) {
    expect(await withKey(path, "eight-ch")).toEqual([200, { key: "eight-ch" }]);
    for (const malformed of ["seven-c", "with a blank", "k".repeat(101)])
      expect(await withKey(path, malformed)).toEqual([400, { code: "idempotencyKeyMalformed" }]);
  }
  const [one, other] = [await withKey("/honoured"), await withKey("/honoured")];
  expect(one).toEqual([200, { key: expect.stringMatching(/^[\w-]{20,}$/) }]);
  // each request without a key gets a random key
  expect(one).not.toEqual(other);
});

const incoming = () => readdir(join(api.deps.settings.dataDir, "files/incoming")).catch(() => []);
const uploadEndpoint = {
  ...endpointAt("/upload"),
  body: "multipart",
  input: z.object({ file: z.instanceof(File), fails: z.optional(z.string()) }),
  output: z.object({ text: z.string(), lying: z.number() }),
} as const;

test("an uploaded file exists while its handler runs, and is removed after it whatever the outcome", async () => {
  const fetchApi = serve(
    handle(defineEndpoint({ ...uploadEndpoint, access: "public" }), async ({ file, fails }) => {
      if (fails) throw new ApiError(409, "previousProcessing");
      return { text: await file.text(), lying: (await incoming()).length };
    }),
  );
  const data = new FormData();
  data.set("file", new File(["picture"], "a.png"));
  expect(await fetchApi("/upload", post({}, data))).toEqual([200, { text: "picture", lying: 1 }]);
  expect(await incoming()).toEqual([]);
  data.set("fails", "yes");
  expect(await fetchApi("/upload", post({}, data))).toEqual([409, { code: "previousProcessing" }]);
  expect(await incoming()).toEqual([]);
});

test("an upload without a well-formed key is rejected before its body is read, and nothing of it stays", async () => {
  const fetchApi = serve(
    handle(defineEndpoint({ ...uploadEndpoint, access: "client", idempotent: true }), async ({ file }) => ({
      text: await file.text(),
      lying: (await incoming()).length,
    })),
  );
  const client = bearer(await api.newClient());
  const upload = async (headers: Record<string, string>) => {
    const data = new FormData();
    data.set("file", new File(["picture"], "a.png"));
    const whole = new Request("http://api.invalid/", { method: "POST", body: data });
    const type = whole.headers.get("content-type") ?? "";
    const bytes = await whole.bytes();
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls++;
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = { ...post({ ...headers, "content-type": type }, body), duplex: "half" } as RequestInit;
    return [...(await fetchApi("/upload", init)), { pulls, left: await incoming() }];
  };
  const unread = { pulls: 0, left: [] };
  expect(await upload({})).toEqual([401, { code: "sessionOver" }, unread]);
  expect(await upload(client)).toEqual([400, { code: "idempotencyKeyMissing" }, unread]);
  const malformed = { ...client, "idempotency-key": "with a blank" };
  expect(await upload(malformed)).toEqual([400, { code: "idempotencyKeyMalformed" }, unread]);
  const wellFormed = { ...client, "idempotency-key": "a-key-of-mine" };
  expect(await upload(wellFormed)).toEqual([200, { text: "picture", lying: 1 }, { pulls: 1, left: [] }]);
});
