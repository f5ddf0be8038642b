import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { connectionQuotas } from "#api/db/connection-quota";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { defineEndpoint } from "#contract/endpoint";
import type { Handler } from "./handle";
import { handle } from "./handle";
import { servedAlone } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const serve = ({ endpoint, serve }: Handler) =>
  servedAlone({ endpoint, serve: (hono) => serve(api.deps, hono) });
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const upload = defineEndpoint({
  method: "POST",
  path: "/upload",
  access: "public",
  summary: "",
  body: "multipart",
  input: z.object({ file: z.instanceof(File) }),
});
const hold = defineEndpoint({ method: "POST", path: "/hold", access: "public", summary: "" });

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("one client or address uploads three files at once and queues six; other clients are served meanwhile", async () => {
  const fetchApi = serve(handle(upload, async () => ({ ok: true as const })));
  const [client, otherClient] = [await api.newClient(), await api.newClient()];
  const completeBody = Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n--x--\r\n',
  );
  const send = (authHeaders: Record<string, string>, sent = Promise.resolve()) => {
    const body = new ReadableStream({
      async pull(controller) {
        await sent;
        controller.enqueue(completeBody);
        controller.close();
      },
    });
    const headers = { ...authHeaders, "content-type": "multipart/form-data; boundary=x" };
    return fetchApi("/upload", { method: "POST", headers, body, duplex: "half" } as RequestInit).then(
      ([status]) => status,
    );
  };
  for (const [slow, quick] of [
    [bearer(client), bearer(otherClient)],
    [{ "x-client-address": "10.0.0.1" }, { "x-client-address": "10.0.0.2" }],
  ] as const) {
    const { opened, open } = gate();
    // the tenth is answered immediately, whichever of them arrives last
    const answers: number[] = [];
    const rejected = gate();
    const ten = Array.from({ length: 10 }, () =>
      send(slow, opened).then((status) => {
        answers.push(status);
        rejected.open();
      }),
    );
    await rejected.opened;
    expect([answers, await send(quick)]).toEqual([[429], 200]);
    open();
    await Promise.all(ten);
    expect(answers.toSorted()).toEqual([...Array(9).fill(200), 429]);
  }
});

test("a client who sends more than thirty file forms a minute is rate-limited, and the forms are not read", async () => {
  let served = 0;
  const fetchApi = serve(
    handle(upload, async () => {
      served++;
      return { ok: true as const };
    }),
  );
  const [client, otherClient] = [await api.newClient(), await api.newClient()];
  const send = (who: { token: string }) => {
    const body = new FormData();
    body.append("file", new File(["a"], "a"));
    return fetchApi("/upload", { method: "POST", headers: bearer(who), body });
  };
  for (let n = 0; n < 30; n++) expect((await send(client))[0]).toBe(200);
  const body = new ReadableStream(
    { pull: () => Promise.reject(new Error("it was read")) },
    { highWaterMark: 0 },
  );
  const headers = { ...bearer(client), "content-type": "multipart/form-data; boundary=x" };
  expect(
    await fetchApi("/upload", { method: "POST", headers, body, duplex: "half" } as RequestInit),
  ).toMatchObject([429, { code: "tooManyTries" }]);
  expect([(await send(otherClient))[0], served]).toEqual([200, 31]);
  api.pass({ minutes: 1 });
  expect((await send(client))[0]).toBe(200);
});

test("each client and each known address has its own connection quota", async () => {
  const enter = connectionQuotas(1, 10);
  const inside: string[] = [];
  const { opened, open } = gate();
  const allInside = gate();
  const fetchApi = serve(
    handle(hold, async (_input, { request }) => {
      const leave = await enter();
      inside.push(request.headers.get("x-name") ?? "");
      if (inside.length === 6) allInside.open();
      await opened;
      leave();
      return { ok: true as const };
    }),
  );
  const [anna, boris] = [await api.newClient(), await api.newClient()];
  const callers: [string, Record<string, string>][] = [
    ["anna", bearer(anna)],
    ["anna", bearer(anna)],
    ["boris", { ...bearer(boris), "x-client-address": "10.0.0.1" }],
    ["an address", { "x-client-address": "10.0.0.1" }],
    ["an address", { "x-client-address": "10.0.0.1" }],
    ["another address", { "x-client-address": "10.0.0.2" }],
    ["nobody knows whence", {}],
    ["nobody knows whence", {}],
  ];
  const answers = callers.map(([name, headers]) =>
    fetchApi("/hold", { method: "POST", headers: { ...headers, "x-name": name } }),
  );
  await allInside.opened;
  expect(inside.toSorted()).toEqual([
    ...["an address", "anna", "another address", "boris", "nobody knows whence", "nobody knows whence"],
  ]);
  open();
  expect((await Promise.all(answers)).map(([status]) => status)).toEqual(Array(8).fill(200));
});

test("one client has four requests at once; other clients are served meanwhile", async () => {
  const [anna, boris] = [await api.newClient(), await api.newClient()];
  const begun: string[] = [];
  const { opened, open } = gate();
  const four = gate();
  const fetchApi = serve(
    handle(hold, async (_input, { client, request }) => {
      begun.push(request.headers.get("x-name") ?? "");
      if (begun.length === 4) four.open();
      if (client?.id === anna.id) await opened;
      return { ok: true as const };
    }),
  );
  const send = (who: { token: string }, name: string) =>
    fetchApi("/hold", { method: "POST", headers: { ...bearer(who), "x-name": name } });
  const seven = Array.from({ length: 7 }, () => send(anna, "anna"));
  await four.opened;
  expect(await send(boris, "boris")).toEqual([200, { ok: true }]);
  expect(begun).toEqual(["anna", "anna", "anna", "anna", "boris"]);
  open();
  expect((await Promise.all(seven)).map(([status]) => status)).toEqual(Array(7).fill(200));
});
