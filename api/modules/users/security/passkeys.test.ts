import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passkeys } from "#api/db/schema/security";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { authenticator } from "#api/testing/authenticator";
import { passkeysMax } from "#contract/rules";
import * as contract from "#contract/security/index";

let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
  await prove();
});

const prove = (token = client.token) => api.call(contract.prove, { password: testPassword }, { token });
const ask = (token = client.token) => api.call(contract.passkeyRegistration, {}, { token });
const add = (ticket: string, response: string, { name = "Phone", token = client.token } = {}) =>
  api.call(contract.addPasskey, { name, ticket, response }, { token });
async function addOne(name = "Phone", token = client.token) {
  const { body } = await ask(token);
  expect((await add(body.ticket, authenticator().make(body.options), { name, token })).ok).toBe(true);
  const [key] = (await shown(token)).filter((one) => one.name === name);
  return key ?? expect.unreachable("no passkey");
}
const shown = async (token = client.token) =>
  (await api.call(contract.securityState, {}, { token })).body.passkeys;
/** Inserts this many passkeys as if they had been added long ago. */
const has = (count: number) =>
  api.db.insert(passkeys).values(
    Array.from({ length: count }, (_, n) => ({
      id: `${client.id}-${n}`,
      userId: client.id,
      name: `Phone ${n}`,
      publicKey: "",
      counter: 0,
      transports: [],
      createdAt: api.deps.clock.now(),
    })),
  );
const events = async () =>
  (await api.call(contract.activity, { page: 1 }, client)).body.events.map(({ kind, subject }) => [
    kind,
    subject,
  ]);
const emails = () =>
  api.sentEmails.filter((one) => one.to === client.email && one.template === "securityChanged");
const refused = { status: 422, refusal: { code: "passkeyRefused" } };

describe("adding a passkey", () => {
  it("requires this site and account, user verification, and a discoverable credential", async () => {
    const known = await addOne();
    expect(JSON.parse((await ask()).body.options)).toMatchObject({
      rp: { id: "localhost", name: "Tradehost" },
      user: { name: client.email, displayName: "Test Client" },
      // no attestation of the device is requested
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: known.id }],
    });
  });

  it("lists it with its creation time, unused and not on hold, and notifies the owner", async () => {
    const createdAt = api.deps.clock.now().toISOString();
    await addOne("Grey phone");
    expect(await shown()).toMatchObject([{ name: "Grey phone", createdAt, lastUsedAt: null, isHeld: false }]);
    expect(await events()).toEqual([["passkeyAdded", "Grey phone"]]);
    expect(emails().map(({ text }) => text)).toEqual([expect.stringContaining("A passkey was added")]);
  });

  it("succeeds once per challenge, even if the response is sent many times at once", async () => {
    const { body } = await ask();
    const response = authenticator().make(body.options);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(body.ticket, response)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(refused);
    expect(await add(body.ticket, authenticator().make(body.options))).toMatchObject(refused);
    expect(await shown()).toHaveLength(1);
  });

  it("accepts only a challenge issued to this client for this purpose", async () => {
    const other = await api.newClient();
    await prove(other.token);
    const theirs = (await ask(other.token)).body;
    expect(await add(theirs.ticket, authenticator().make(theirs.options))).toMatchObject(refused);
    const toLogIn = (await api.call(contract.passkeyLoginOptions, {})).body;
    expect(await add(toLogIn.ticket, authenticator().make(toLogIn.options))).toMatchObject(refused);
    expect(await add("made-up", authenticator().make(theirs.options))).toMatchObject(refused);
    const [one, another] = [(await ask()).body, (await ask()).body];
    expect(await add(one.ticket, authenticator().make(another.options))).toMatchObject(refused);
    expect([await shown(), await shown(other.token)]).toEqual([[], []]);
  });

  it("must finish within ten minutes", async () => {
    const { body } = await ask();
    api.pass({ minutes: 10 });
    await prove();
    expect(await add(body.ticket, authenticator().make(body.options))).toMatchObject(refused);
    expect(await shown()).toEqual([]);
  });
});

describe("limit of ten passkeys per account", () => {
  const full = { status: 409, refusal: { code: "tooManyPasskeys" } };

  it("rejects the start of an eleventh", async () => {
    await has(passkeysMax - 1);
    expect((await ask()).ok).toBe(true);
    await addOne("The tenth");
    expect(await ask()).toMatchObject(full);
  });

  it("rejects an eleventh that was started before", async () => {
    await has(passkeysMax - 1);
    const [one, another] = [(await ask()).body, (await ask()).body];
    expect((await add(one.ticket, authenticator().make(one.options))).ok).toBe(true);
    expect(await add(another.ticket, authenticator().make(another.options))).toMatchObject(full);
    expect(await shown()).toHaveLength(passkeysMax);
  });
});

describe("a passkey", () => {
  const remove = (passkeyId: string, token = client.token) =>
    api.call(contract.removePasskey, { passkeyId }, { token });
  const keep = (passkeyId: string, token = client.token) =>
    api.call(contract.keepPasskey, { passkeyId }, { token });
  const missing = { status: 404, refusal: { code: "notFound" } };

  it("is removed by its owner, who is notified; the others stay", async () => {
    const [one, another] = [await addOne("Lost phone"), await addOne("My phone")];
    api.pass({ seconds: 1 });
    expect((await remove(one.id)).ok).toBe(true);
    expect((await shown()).map(({ id }) => id)).toEqual([another.id]);
    expect((await events())[0]).toEqual(["passkeyRemoved", "Lost phone"]);
    expect(emails().at(-1)?.text).toContain("A passkey was removed");
    expect(await remove(one.id)).toMatchObject(missing);
    expect(emails()).toHaveLength(3);
  });

  it("on hold since a reset is released by its owner, and that is recorded", async () => {
    const { id } = await addOne("My phone");
    await api.db.update(passkeys).set({ heldAt: api.deps.clock.now() }).where(eq(passkeys.id, id));
    expect(await shown()).toMatchObject([{ id, isHeld: true }]);
    api.pass({ seconds: 1 });
    expect((await keep(id)).ok).toBe(true);
    expect(await shown()).toMatchObject([{ id, isHeld: false }]);
    expect((await events())[0]).toEqual(["passkeyKept", "My phone"]);
    expect((await keep(id)).ok).toBe(true);
    expect((await events()).filter(([kind]) => kind === "passkeyKept")).toHaveLength(1);
  });

  it("of another client can be neither removed nor released: it is not found", async () => {
    const other = await api.newClient();
    await prove(other.token);
    const theirs = await addOne("Their phone", other.token);
    await api.db.update(passkeys).set({ heldAt: api.deps.clock.now() }).where(eq(passkeys.id, theirs.id));
    for (const id of [theirs.id, "made-up"]) {
      expect(await remove(id)).toMatchObject(missing);
      expect(await keep(id)).toMatchObject(missing);
    }
    expect(await shown(other.token)).toMatchObject([{ id: theirs.id, isHeld: true }]);
    expect([await events(), emails()]).toEqual([[], []]);
  });
});
