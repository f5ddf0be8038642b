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
const requestRegistration = (token = client.token) => api.call(contract.passkeyRegistration, {}, { token });
const add = (ticket: string, response: string, { name = "Phone", token = client.token } = {}) =>
  api.call(contract.addPasskey, { name, ticket, response }, { token });
async function addOne(name = "Phone", token = client.token) {
  const { body } = await requestRegistration(token);
  expect((await add(body.ticket, authenticator().make(body.options), { name, token })).ok).toBe(true);
  const [key] = (await listPasskeys(token)).filter((one) => one.name === name);
  return key ?? expect.unreachable("no passkey");
}
const listPasskeys = async (token = client.token) =>
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
const rejected = { status: 422, error: { code: "passkeyRefused" } };

describe("adding a passkey", () => {
  it("requires this site and account, user verification, and a discoverable credential", async () => {
    const existing = await addOne();
    expect(JSON.parse((await requestRegistration()).body.options)).toMatchObject({
      rp: { id: "localhost", name: "Tradehost" },
      user: { name: client.email, displayName: "Test Client" },
      // no attestation of the device is requested
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: existing.id }],
    });
  });

  it("lists it with its creation time, unused and not on hold, and notifies the owner", async () => {
    const createdAt = api.deps.clock.now().toISOString();
    await addOne("Grey phone");
    expect(await listPasskeys()).toMatchObject([
      { name: "Grey phone", createdAt, lastUsedAt: null, isHeld: false },
    ]);
    expect(await events()).toEqual([["passkeyAdded", "Grey phone"]]);
    expect(emails().map(({ text }) => text)).toEqual([expect.stringContaining("A passkey was added")]);
  });

  it("succeeds once per challenge, even if the response is sent many times at once", async () => {
    const { body } = await requestRegistration();
    const response = authenticator().make(body.options);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(body.ticket, response)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(rejected);
    expect(await add(body.ticket, authenticator().make(body.options))).toMatchObject(rejected);
    expect(await listPasskeys()).toHaveLength(1);
  });

  it("accepts only a challenge issued to this client for this purpose", async () => {
    const otherClient = await api.newClient();
    await prove(otherClient.token);
    const otherRegistration = (await requestRegistration(otherClient.token)).body;
    expect(
      await add(otherRegistration.ticket, authenticator().make(otherRegistration.options)),
    ).toMatchObject(rejected);
    const toLogIn = (await api.call(contract.passkeyLoginOptions, {})).body;
    expect(await add(toLogIn.ticket, authenticator().make(toLogIn.options))).toMatchObject(rejected);
    expect(await add("made-up", authenticator().make(otherRegistration.options))).toMatchObject(rejected);
    const [one, another] = [(await requestRegistration()).body, (await requestRegistration()).body];
    expect(await add(one.ticket, authenticator().make(another.options))).toMatchObject(rejected);
    expect([await listPasskeys(), await listPasskeys(otherClient.token)]).toEqual([[], []]);
  });

  it("must finish within ten minutes", async () => {
    const { body } = await requestRegistration();
    api.pass({ minutes: 10 });
    await prove();
    expect(await add(body.ticket, authenticator().make(body.options))).toMatchObject(rejected);
    expect(await listPasskeys()).toEqual([]);
  });
});

describe("limit of ten passkeys per account", () => {
  const full = { status: 409, error: { code: "tooManyPasskeys" } };

  it("rejects the start of an eleventh", async () => {
    await has(passkeysMax - 1);
    expect((await requestRegistration()).ok).toBe(true);
    await addOne("The tenth");
    expect(await requestRegistration()).toMatchObject(full);
  });

  it("rejects an eleventh that was started before", async () => {
    await has(passkeysMax - 1);
    const [one, another] = [(await requestRegistration()).body, (await requestRegistration()).body];
    expect((await add(one.ticket, authenticator().make(one.options))).ok).toBe(true);
    expect(await add(another.ticket, authenticator().make(another.options))).toMatchObject(full);
    expect(await listPasskeys()).toHaveLength(passkeysMax);
  });
});

describe("a passkey", () => {
  const remove = (passkeyId: string, token = client.token) =>
    api.call(contract.removePasskey, { passkeyId }, { token });
  const release = (passkeyId: string, token = client.token) =>
    api.call(contract.keepPasskey, { passkeyId }, { token });
  const missing = { status: 404, error: { code: "notFound" } };

  it("is removed by its owner, who is notified; the others stay", async () => {
    const [lost, another] = [await addOne("Lost phone"), await addOne("My phone")];
    api.pass({ seconds: 1 });
    expect((await remove(lost.id)).ok).toBe(true);
    expect((await listPasskeys()).map(({ id }) => id)).toEqual([another.id]);
    expect((await events())[0]).toEqual(["passkeyRemoved", "Lost phone"]);
    expect(emails().at(-1)?.text).toContain("A passkey was removed");
    expect(await remove(lost.id)).toMatchObject(missing);
    expect(emails()).toHaveLength(3);
  });

  it("on hold since a reset is released by its owner, and that is recorded", async () => {
    const { id } = await addOne("My phone");
    await api.db.update(passkeys).set({ disabledAt: api.deps.clock.now() }).where(eq(passkeys.id, id));
    expect(await listPasskeys()).toMatchObject([{ id, isHeld: true }]);
    api.pass({ seconds: 1 });
    expect((await release(id)).ok).toBe(true);
    expect(await listPasskeys()).toMatchObject([{ id, isHeld: false }]);
    expect((await events())[0]).toEqual(["passkeyKept", "My phone"]);
    expect((await release(id)).ok).toBe(true);
    expect((await events()).filter(([kind]) => kind === "passkeyKept")).toHaveLength(1);
  });

  it("of another client can be neither removed nor released: it is not found", async () => {
    const otherClient = await api.newClient();
    await prove(otherClient.token);
    const otherPasskey = await addOne("Their phone", otherClient.token);
    await api.db
      .update(passkeys)
      .set({ disabledAt: api.deps.clock.now() })
      .where(eq(passkeys.id, otherPasskey.id));
    for (const id of [otherPasskey.id, "made-up"]) {
      expect(await remove(id)).toMatchObject(missing);
      expect(await release(id)).toMatchObject(missing);
    }
    expect(await listPasskeys(otherClient.token)).toMatchObject([{ id: otherPasskey.id, isHeld: true }]);
    expect([await events(), emails()]).toEqual([[], []]);
  });
});
