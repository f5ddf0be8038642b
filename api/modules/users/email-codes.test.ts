import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emailCodes } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { createEmailCode, requireCodePause, spendDigits, spendSecret } from "./email-codes";

type Purpose = Parameters<typeof createEmailCode>[3];
let api: TestApi;
let client: { id: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const createCode = (purpose: Purpose, userId = client.id, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => createEmailCode(deps, tx, userId, purpose));
const digits = (code: string, userId = client.id, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => spendDigits(deps, tx, userId, code));
const secret = (purpose: "confirm" | "resetTicket", text: string, deps: Deps = api.deps) =>
  transaction(api.db, (tx) => spendSecret(deps, tx, purpose, text));
/** Returns status, code and seconds of a rejection; null if there is none. */
const pause = (purpose: Purpose, userId = client.id) =>
  transaction(api.db, (tx) => requireCodePause(api.deps, tx, userId, purpose)).then(
    () => null,
    ({ status, code, extra }) => [status, code, extra.details.count, extra.headers["retry-after"]],
  );
const day = 24 * 60 * 60;
/** Returns a different six-digit code. */
const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("a code typed from an email has six digits; a code in a link can't be guessed", async () => {
  expect(await createCode("reset")).toMatch(/^\d{6}$/);
  for (const purpose of ["confirm", "resetTicket"] as const)
    expect(await createCode(purpose)).toMatch(/^[\w-]{43}$/);
});

test("no code is stored in the database as it was sent", async () => {
  const codes = [await createCode("reset"), await createCode("confirm"), await createCode("resetTicket")];
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
  const early = await createCode(purpose);
  api.pass({ seconds: seconds - 1 });
  expect(await secret(purpose, early)).toBe(client.id);
  const late = await createCode(purpose);
  api.pass({ seconds });
  expect(await secret(purpose, late)).toBeNull();
});

test("six digits work ten minutes, and not a second longer", async () => {
  const early = await createCode("reset");
  api.pass({ seconds: 599 });
  expect(await digits(early)).toBe(true);
  const late = await createCode("reset");
  api.pass({ seconds: 600 });
  expect(await digits(late)).toBe(false);
});

test("six digits work once, after four wrong attempts still and after five no more", async () => {
  const once = await createCode("reset");
  expect([await digits(once), await digits(once)]).toEqual([true, false]);
  const fourWrong = await createCode("reset");
  for (let n = 0; n < 4; n++) expect(await digits(differentCode(fourWrong))).toBe(false);
  expect(await digits(fourWrong)).toBe(true);
  const fiveWrong = await createCode("reset");
  for (let n = 0; n < 5; n++) expect(await digits(differentCode(fiveWrong))).toBe(false);
  expect(await digits(fiveWrong)).toBe(false);
});

test("of concurrent attempts five are checked", async () => {
  const code = await createCode("reset");
  await Promise.all(Array.from({ length: 12 }, () => digits(differentCode(code))));
  expect(await digits(code)).toBe(false);
});

test("six digits belong to one client: they do not work for another, whose own stay", async () => {
  const stranger = await api.newClient();
  const [own, strangersCode] = [await createCode("reset"), await createCode("reset", stranger.id)];
  if (own !== strangersCode) expect(await digits(own, stranger.id)).toBe(false);
  expect(await digits(own)).toBe(true);
  expect(await digits(strangersCode, stranger.id)).toBe(true);
});

test("digits copied from one account's row to another's do not work", async () => {
  const stranger = await api.newClient();
  const [own] = [await createCode("reset"), await createCode("reset", stranger.id)];
  const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, client.id));
  await api.db.update(emailCodes).set({ hash: row?.hash }).where(eq(emailCodes.userId, stranger.id));
  expect(await digits(own, stranger.id)).toBe(false);
});

test("a new code invalidates the previous one of the same purpose, and leaves the others", async () => {
  const [confirm, ticket, first] = [
    await createCode("confirm"),
    await createCode("resetTicket"),
    await createCode("reset"),
  ];
  const second = await createCode("reset");
  if (first !== second) expect(await digits(first)).toBe(false);
  expect(await digits(second)).toBe(true);
  const newer = await createCode("confirm");
  expect([await secret("confirm", confirm), await secret("confirm", newer)]).toEqual([null, client.id]);
  expect(await secret("resetTicket", ticket)).toBe(client.id);
});

test("a secret for one purpose does not work for another", async () => {
  const [confirm, ticket, code] = [
    await createCode("confirm"),
    await createCode("resetTicket"),
    await createCode("reset"),
  ];
  expect([await secret("resetTicket", confirm), await secret("confirm", ticket)]).toEqual([null, null]);
  expect([await secret("confirm", code), await secret("resetTicket", code)]).toEqual([null, null]);
  expect([await digits(confirm), await digits(ticket)]).toEqual([false, false]);
  expect([await secret("confirm", confirm), await secret("resetTicket", ticket)]).toEqual([
    client.id,
    client.id,
  ]);
});

test("a link pressed twice within half a minute works both times; later it is used up", async () => {
  const link = await createCode("confirm");
  expect(await secret("confirm", link)).toBe(client.id);
  api.pass({ seconds: 29 });
  expect(await secret("confirm", link)).toBe(client.id);
  api.pass({ seconds: 1 });
  expect(await secret("confirm", link)).toBeNull();
});

test("a ticket that sets a new password works once, however soon it is repeated", async () => {
  const ticket = await createCode("resetTicket");
  const answers = await Promise.all(Array.from({ length: 4 }, () => secret("resetTicket", ticket)));
  expect(answers.filter(Boolean)).toEqual([client.id]);
});

test("a code that was never sent does not work", async () => {
  await createCode("confirm");
  expect([await secret("confirm", ""), await secret("confirm", "made-up")]).toEqual([null, null]);
  expect([await digits("000000"), await digits("")]).toEqual([false, false]);
});

test("the next code of a purpose is rejected for a minute, with the seconds left", async () => {
  expect([await pause("reset"), await pause("confirm")]).toEqual([null, null]);
  await createCode("reset");
  expect(await pause("reset")).toEqual([429, "codePause", 60, "60"]);
  expect(await pause("confirm")).toBeNull();
  await createCode("confirm");
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
  const [code, link] = [await createCode("reset"), await createCode("confirm")];
  expect([await digits(code, client.id, under("new")), await secret("confirm", link, under("new"))]).toEqual([
    false,
    null,
  ]);
  const exchanged = under("new", api.deps.settings.secret);
  expect(await digits(code, client.id, exchanged)).toBe(true);
  expect(await secret("confirm", link, exchanged)).toBe(client.id);
});
