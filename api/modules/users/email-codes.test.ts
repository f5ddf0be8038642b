import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emailCodes } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { makeEmailCode, refuseEarlyCode, spendDigits, spendSecret } from "./email-codes";

type Purpose = Parameters<typeof makeEmailCode>[3];
let api: TestApi;
let client: { id: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const make = (purpose: Purpose, userId = client.id, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => makeEmailCode(deps, tx, userId, purpose));
const digits = (code: string, userId = client.id, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => spendDigits(deps, tx, userId, code));
const secret = (purpose: "confirm" | "resetTicket", text: string, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => spendSecret(deps, tx, purpose, text));
/** Returns status, code and seconds of a rejection; null if there is none. */
const pause = (purpose: Purpose, userId = client.id) =>
  transaction(api.db, (tx) => refuseEarlyCode(api.deps, tx, userId, purpose)).then(
    () => null,
    ({ status, code, extra }) => [status, code, extra.details.count, extra.headers["retry-after"]],
  );
const day = 24 * 60 * 60;
/** Returns a different six-digit code. */
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a code typed from an email has six digits; a code in a link can't be guessed", async () => {
  expect(await make("reset")).toMatch(/^\d{6}$/);
  for (const purpose of ["confirm", "resetTicket"] as const)
    expect(await make(purpose)).toMatch(/^[\w-]{43}$/);
});

test("no code is stored in the database as it was sent", async () => {
  const codes = [await make("reset"), await make("confirm"), await make("resetTicket")];
  const hashes = await api.db
    .select({ hash: emailCodes.hash })
    .from(emailCodes)
    .where(eq(emailCodes.userId, client.id));
  expect(hashes).toHaveLength(3);
  for (const code of codes) for (const { hash } of hashes) expect(hash).not.toContain(code);
});

test.each([
  ["confirm", 3 * day],
  ["resetTicket", 10 * 60],
] as const)("a secret for %s works %i seconds, and not one longer", async (purpose, seconds) => {
  const early = await make(purpose);
  api.pass({ seconds: seconds - 1 });
  expect(await secret(purpose, early)).toBe(client.id);
  const late = await make(purpose);
  api.pass({ seconds });
  expect(await secret(purpose, late)).toBeNull();
});

test("six digits work ten minutes, and not a second longer", async () => {
  const early = await make("reset");
  api.pass({ seconds: 599 });
  expect(await digits(early)).toBe(true);
  const late = await make("reset");
  api.pass({ seconds: 600 });
  expect(await digits(late)).toBe(false);
});

test("six digits work once, after four wrong attempts still and after five no more", async () => {
  const once = await make("reset");
  expect([await digits(once), await digits(once)]).toEqual([true, false]);
  const fourWrong = await make("reset");
  for (let n = 0; n < 4; n++) expect(await digits(other(fourWrong))).toBe(false);
  expect(await digits(fourWrong)).toBe(true);
  const fiveWrong = await make("reset");
  for (let n = 0; n < 5; n++) expect(await digits(other(fiveWrong))).toBe(false);
  expect(await digits(fiveWrong)).toBe(false);
});

test("of concurrent attempts five are checked", async () => {
  const code = await make("reset");
  await Promise.all(Array.from({ length: 12 }, () => digits(other(code))));
  expect(await digits(code)).toBe(false);
});

test("six digits belong to one client: they do not work for another, whose own stay", async () => {
  const stranger = await api.newClient();
  const [own, theirs] = [await make("reset"), await make("reset", stranger.id)];
  if (own !== theirs) expect(await digits(own, stranger.id)).toBe(false);
  expect(await digits(own)).toBe(true);
  expect(await digits(theirs, stranger.id)).toBe(true);
});

test("digits copied from one account's row to another's do not work", async () => {
  const stranger = await api.newClient();
  const [own] = [await make("reset"), await make("reset", stranger.id)];
  const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, client.id));
  await api.db.update(emailCodes).set({ hash: row?.hash }).where(eq(emailCodes.userId, stranger.id));
  expect(await digits(own, stranger.id)).toBe(false);
});

test("a new code invalidates the previous one of the same purpose, and leaves the others", async () => {
  const [confirm, ticket, first] = [await make("confirm"), await make("resetTicket"), await make("reset")];
  const second = await make("reset");
  if (first !== second) expect(await digits(first)).toBe(false);
  expect(await digits(second)).toBe(true);
  const newer = await make("confirm");
  expect([await secret("confirm", confirm), await secret("confirm", newer)]).toEqual([null, client.id]);
  expect(await secret("resetTicket", ticket)).toBe(client.id);
});

test("a secret for one purpose does not work for another", async () => {
  const [confirm, ticket, code] = [await make("confirm"), await make("resetTicket"), await make("reset")];
  expect([await secret("resetTicket", confirm), await secret("confirm", ticket)]).toEqual([null, null]);
  expect([await secret("confirm", code), await secret("resetTicket", code)]).toEqual([null, null]);
  expect([await digits(confirm), await digits(ticket)]).toEqual([false, false]);
  expect([await secret("confirm", confirm), await secret("resetTicket", ticket)]).toEqual([
    client.id,
    client.id,
  ]);
});

test("a link pressed twice within half a minute works both times; later it is used up", async () => {
  const link = await make("confirm");
  expect(await secret("confirm", link)).toBe(client.id);
  api.pass({ seconds: 29 });
  expect(await secret("confirm", link)).toBe(client.id);
  api.pass({ seconds: 1 });
  expect(await secret("confirm", link)).toBeNull();
});

test("a ticket that sets a new password works once, however soon it is repeated", async () => {
  const ticket = await make("resetTicket");
  const answers = await Promise.all(Array.from({ length: 4 }, () => secret("resetTicket", ticket)));
  expect(answers.filter(Boolean)).toEqual([client.id]);
});

test("a code that was never sent does not work", async () => {
  await make("confirm");
  expect([await secret("confirm", ""), await secret("confirm", "made-up")]).toEqual([null, null]);
  expect([await digits("000000"), await digits("")]).toEqual([false, false]);
});

test("the next code of a purpose is rejected for a minute, with the seconds left", async () => {
  expect([await pause("reset"), await pause("confirm")]).toEqual([null, null]);
  await make("reset");
  expect(await pause("reset")).toEqual([429, "codePause", 60, "60"]);
  expect(await pause("confirm")).toBeNull();
  await make("confirm");
  api.pass({ seconds: 59 });
  expect(await pause("reset")).toEqual([429, "codePause", 1, "1"]);
  expect(await pause("confirm")).toEqual([429, "linkPause", 1, "1"]);
  expect(await pause("reset", (await api.newClient()).id)).toBeNull();
  api.pass({ seconds: 1 });
  expect([await pause("reset"), await pause("confirm")]).toEqual([null, null]);
});

test("codes still work during a key rotation, and no longer", async () => {
  const under = (now: string, previousSecret?: string) => ({
    ...api.deps,
    settings: { ...api.deps.settings, secret: now, previousSecret },
  });
  const [code, link] = [await make("reset"), await make("confirm")];
  expect([await digits(code, client.id, under("new")), await secret("confirm", link, under("new"))]).toEqual([
    false,
    null,
  ]);
  const exchanged = under("new", api.deps.settings.secret);
  expect(await digits(code, client.id, exchanged)).toBe(true);
  expect(await secret("confirm", link, exchanged)).toBe(client.id);
});
