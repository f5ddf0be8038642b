import { eq } from "drizzle-orm";
import { authenticator as app } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passkeys } from "#api/db/schema/security";
import { users } from "#api/db/schema/users";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { authenticator } from "#api/testing/authenticator";
import * as contract from "#contract/security/index";
import * as user from "#contract/users/index";

type Client = { id: string; email: string; token: string };
type Device = ReturnType<typeof authenticator>;
let api: TestApi;
let client: Client;
let device: Device;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // a new minute, so that the address's limit of challenges is reset
  api.pass({ minutes: 2 });
  client = await api.newClient();
  device = await addPasskey(client);
});

const password = testPassword;
async function addPasskey(owner: Client): Promise<Device> {
  const newDevice = authenticator();
  const { body } = await api.call(contract.passkeyRegistration, { password }, owner);
  const added = { name: "Phone", ticket: body.ticket, response: newDevice.make(body.options) };
  expect((await api.call(contract.addPasskey, added, owner)).ok).toBe(true);
  return newDevice;
}
const requestOptions = (secondStepTicket?: string, address?: string) =>
  api.call(contract.passkeyLoginOptions, { secondStepTicket }, { address });
const answer = (ticket: string, response: string) => api.call(contract.passkeyLogin, { ticket, response });
const rejected = { status: 422, error: { code: "passkeyRefused" } };
const firstPasskey = async (owner = client) =>
  (await api.call(contract.securityState, {}, owner)).body.passkeys[0] ?? expect.unreachable("no passkey");
/** Turns two-step login on; returns the tickets of logins waiting for their second step. */
async function waitingLogins(owner: Client, count: number): Promise<string[]> {
  const { body } = await api.call(contract.prepareTwoStep, { password }, owner);
  const code = app.clone({ epoch: api.deps.clock.now().getTime() }).generate(body.secret);
  await api.call(contract.turnOnTwoStep, { code }, owner);
  const tickets = [];
  for (let n = 0; n < count; n++) {
    const { error } = await api.call(user.login, { email: owner.email, password });
    tickets.push(String(error.details?.ticket));
  }
  return tickets;
}

describe("login with a passkey only", () => {
  it("is offered without listing anyone's passkeys, and with user verification required", async () => {
    const { body } = await requestOptions();
    expect(JSON.parse(body.options)).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [],
    });
  });

  it("opens a session of the passkey's owner, and records the use", async () => {
    api.pass({ minutes: 7 });
    const { body } = await requestOptions();
    const { token } = (await answer(body.ticket, device.use(body.options))).body;
    expect((await api.call(user.currentUser, {}, { token })).body.email).toBe(client.email);
    expect((await firstPasskey()).lastUsedAt).toBe(api.deps.clock.now().toISOString());
  });

  it("succeeds once, even if the response is sent many times at once", async () => {
    const { body } = await requestOptions();
    const response = device.use(body.options);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer(body.ticket, response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await answer(body.ticket, response)).toMatchObject(rejected);
  });

  it("is rejected for the response to another challenge, and after ten minutes", async () => {
    const [one, another] = [(await requestOptions()).body, (await requestOptions()).body];
    expect(await answer(one.ticket, device.use(another.options))).toMatchObject(rejected);
    expect(await answer("made-up", device.use(one.options))).toMatchObject(rejected);
    const toAdd = (await api.call(contract.passkeyRegistration, { password }, client)).body;
    expect(await answer(toAdd.ticket, device.use(toAdd.options))).toMatchObject(rejected);
    api.pass({ minutes: 10 });
    expect(await answer(another.ticket, device.use(another.options))).toMatchObject(rejected);
  });

  it("is rejected for an unregistered device, and for one that claims the id of another", async () => {
    const { body } = await requestOptions();
    const stranger = authenticator();
    expect(await answer(body.ticket, stranger.use(body.options))).toMatchObject(rejected);
    const { id, rawId } = JSON.parse(device.use(body.options));
    const forged = JSON.stringify({ ...JSON.parse(stranger.use(body.options)), id, rawId });
    expect(await answer(body.ticket, forged)).toMatchObject(rejected);
    expect((await firstPasskey()).lastUsedAt).toBeNull();
    // the challenge is still open for the right device
    expect((await answer(body.ticket, device.use(body.options))).ok).toBe(true);
  });

  it("is rejected for malformed responses", async () => {
    const { id } = await firstPasskey();
    for (const response of [
      "no json",
      "{}",
      '"text"',
      JSON.stringify({ id }),
      JSON.stringify({ id, response: 1 }),
    ])
      expect(await answer((await requestOptions()).body.ticket, response)).toMatchObject(rejected);
  });

  it("accepts five responses to a challenge", async () => {
    const { body } = await requestOptions();
    for (let n = 0; n < 5; n++) await answer(body.ticket, "{}");
    expect(await answer(body.ticket, device.use(body.options))).toMatchObject(rejected);
  });

  it("requires a confirmed email address like a login with a password", async () => {
    await api.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, client.id));
    const { body } = await requestOptions();
    const early = await answer(body.ticket, device.use(body.options));
    expect([early.status, early.error.code]).toEqual([403, "emailNotVerified"]);
    expect((await firstPasskey()).lastUsedAt).toBeNull();
  });

  it("is limited to thirty challenges a minute per address; other addresses are unaffected", async () => {
    const responses = [];
    for (let n = 0; n < 31; n++) responses.push((await requestOptions(undefined, "203.0.113.7")).status);
    expect(responses).toEqual([...Array(30).fill(200), 429]);
    expect((await requestOptions(undefined, "203.0.113.8")).ok).toBe(true);
    api.pass({ minutes: 1 });
    expect((await requestOptions(undefined, "203.0.113.7")).ok).toBe(true);
  });
});

describe("a passkey as the second step", () => {
  it("lists the passkeys of the client whose password was entered, and accepts only those", async () => {
    const other = await api.newClient();
    const foreign = await addPasskey(other);
    const [ticket] = await waitingLogins(client, 1);
    const { body } = await requestOptions(ticket);
    const { id } = await firstPasskey();
    expect(JSON.parse(body.options).allowCredentials).toEqual([{ id, transports: [], type: "public-key" }]);
    expect(await answer(body.ticket, foreign.use(body.options))).toMatchObject(rejected);
    const { token } = (await answer(body.ticket, device.use(body.options))).body;
    expect((await api.call(user.currentUser, {}, { token })).body.email).toBe(client.email);
  });

  it("does not accept a passkey on hold since a reset", async () => {
    const [ticket] = await waitingLogins(client, 1);
    await api.db
      .update(passkeys)
      .set({ disabledAt: api.deps.clock.now() })
      .where(eq(passkeys.userId, client.id));
    const { body } = await requestOptions(ticket);
    expect(JSON.parse(body.options).allowCredentials).toEqual([]);
    expect(await answer(body.ticket, device.use(body.options))).toMatchObject(rejected);
  });

  it("is available while the login waits, and not with a ticket for another purpose", async () => {
    const over = { status: 400, error: { code: "secondStepOver" } };
    const [ticket] = await waitingLogins(client, 1);
    expect(await requestOptions("made-up")).toMatchObject(over);
    expect(await requestOptions((await requestOptions()).body.ticket)).toMatchObject(over);
    expect((await requestOptions(ticket)).ok).toBe(true);
    api.pass({ minutes: 10 });
    expect(await requestOptions(ticket)).toMatchObject(over);
  });
});
