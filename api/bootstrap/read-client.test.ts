import { afterAll, beforeAll, expect, test } from "vitest";
import type { Read } from "#api/app";
import { createReadClient } from "#api/app";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import type { Endpoint, Input } from "#contract/endpoint";
import { currentUser } from "#contract/users/index";
import { getServer, rates, servers } from "#contract/vps/index";

let api: TestApi;
let read: Read;
let token: string;
const observed: unknown[] = [];
beforeAll(async () => {
  api = await testApi();
  ({ token } = await api.newClient());
  read = createReadClient(api.deps, { observe: ({ route, status }) => observed.push([route, status]) });
});
afterAll(() => api.close());

/** Returns the response of a read in the process, and over the network. */
async function both<C extends Endpoint>(endpoint: C, input: Input<C>, as: string | undefined = token) {
  const headers = { "accept-language": "ru", ...(as && { authorization: `Bearer ${as}` }) };
  const within = await read(endpoint, input as object, headers);
  const over = await api.call(endpoint, input, { language: "ru", ...(as && { token: as }) });
  return {
    within:
      within instanceof Response
        ? [within.status, await within.json()]
        : [200, endpoint.output.parse(within.value)],
    over: [over.status, over.ok ? over.body : over.error],
  };
}

test.each<[what: string, call: Endpoint, input: object, as?: "nobody"]>([
  ["who is signed in", currentUser, {}],
  ["plans with their prices", rates, {}],
  ["a list with numbers and words in its address", servers, { page: 2, status: "active", search: "a b&c" }],
  ["a list whose address says nonsense", servers, { page: "two", sort: "colour" }],
  ["a row that is not there", getServer, { serverId: "nobody's" }],
  ["a row whose name is empty", getServer, { serverId: "" }],
  ["a name that is half a letter", getServer, { serverId: "\uFFFD\0" }],
  ["a visitor who asks for a client's", servers, {}, "nobody"],
])("%s: an in-process read returns the same as a network request", async (_, endpoint, input, as) => {
  const { within, over } = await both(endpoint, input as never, as && "");
  expect(JSON.parse(JSON.stringify(within))).toEqual(over);
});

test("in-process reads are counted by route, failures included", async () => {
  observed.length = 0;
  await both(rates, {});
  await both(getServer, { serverId: "nobody's" });
  expect(observed).toEqual([
    ["/vps/rates", 200],
    [getServer.path, 404],
  ]);
});

test("an internal error is returned as a response, not thrown, and is logged", async () => {
  const logged: unknown[] = [];
  const log = { ...api.deps.log, error: (entry: unknown) => void logged.push(entry) } as typeof api.deps.log;
  const failing = createReadClient({ ...api.deps, log, db: {} as typeof api.db });
  const answer = (await failing(
    rates,
    {},
    { authorization: `Bearer ${token}`, "x-request-id": "1" },
  )) as Response;
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: "internal" });
  expect(logged).toMatchObject([{ requestId: "1", path: "/api/vps/rates" }]);
});
