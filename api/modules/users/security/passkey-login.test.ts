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
  // the minute of the address's questions is another
  api.pass({ minutes: 2 });
  client = await api.newClient();
  device = await addPasskey(client);
});

const password = testPassword;
async function addPasskey(owner: Client): Promise<Device> {
  const made = authenticator();
  const { body } = await api.call(contract.passkeyRegistration, { password }, owner);
  const added = { name: "Phone", ticket: body.ticket, response: made.make(body.options) };
  expect((await api.call(contract.addPasskey, added, owner)).ok).toBe(true);
  return made;
}
const ask = (secondStepTicket?: string, address?: string) =>
  api.call(contract.passkeyLoginOptions, { secondStepTicket }, { address });
const answer = (ticket: string, response: string) => api.call(contract.passkeyLogin, { ticket, response });
const refused = { status: 422, refusal: { code: "passkeyRefused" } };
const shown = async (owner = client) =>
  (await api.call(contract.securityState, {}, owner)).body.passkeys[0] ?? expect.unreachable("no passkey");
/** Turns two-step login on; the tickets of logins that wait for their second step. */
async function waitingLogins(owner: Client, count: number): Promise<string[]> {
  const { body } = await api.call(contract.prepareTwoStep, { password }, owner);
  const code = app.clone({ epoch: api.deps.clock.now().getTime() }).generate(body.secret);
  await api.call(contract.turnOnTwoStep, { code }, owner);
  const tickets = [];
  for (let n = 0; n < count; n++) {
    const { refusal } = await api.call(user.login, { email: owner.email, password });
    tickets.push(String(refusal.details?.ticket));
  }
  return tickets;
}

describe("a login by passkey alone", () => {
  it("is asked for without naming anybody's passkeys, and with the device's own check of who holds it", async () => {
    const { body } = await ask();
    expect(JSON.parse(body.options)).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [],
    });
  });

  it("opens a session of the passkey's owner, and notes the use", async () => {
    api.pass({ minutes: 7 });
    const { body } = await ask();
    const { token } = (await answer(body.ticket, device.use(body.options))).body;
    expect((await api.call(user.currentUser, {}, { token })).body.email).toBe(client.email);
    expect((await shown()).lastUsedAt).toBe(api.deps.clock.now().toISOString());
  });

  it("is opened once, also where the answer is sent many times at once", async () => {
    const { body } = await ask();
    const response = device.use(body.options);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer(body.ticket, response)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await answer(body.ticket, response)).toMatchObject(refused);
  });

  it("is not opened by an answer to another question, nor after ten minutes", async () => {
    const [one, another] = [(await ask()).body, (await ask()).body];
    expect(await answer(one.ticket, device.use(another.options))).toMatchObject(refused);
    expect(await answer("made-up", device.use(one.options))).toMatchObject(refused);
    const toAdd = (await api.call(contract.passkeyRegistration, { password }, client)).body;
    expect(await answer(toAdd.ticket, device.use(toAdd.options))).toMatchObject(refused);
    api.pass({ minutes: 10 });
    expect(await answer(another.ticket, device.use(another.options))).toMatchObject(refused);
  });

  it("is not opened by a device that nobody added, nor by one that gives itself out as another", async () => {
    const { body } = await ask();
    const stranger = authenticator();
    expect(await answer(body.ticket, stranger.use(body.options))).toMatchObject(refused);
    const { id, rawId } = JSON.parse(device.use(body.options));
    const forged = JSON.stringify({ ...JSON.parse(stranger.use(body.options)), id, rawId });
    expect(await answer(body.ticket, forged)).toMatchObject(refused);
    expect((await shown()).lastUsedAt).toBeNull();
    // the question is still open to who was asked
    expect((await answer(body.ticket, device.use(body.options))).ok).toBe(true);
  });

  it("is not opened by what no browser sends", async () => {
    const { id } = await shown();
    for (const response of [
      "no json",
      "{}",
      '"text"',
      JSON.stringify({ id }),
      JSON.stringify({ id, response: 1 }),
    ])
      expect(await answer((await ask()).body.ticket, response)).toMatchObject(refused);
  });

  it("takes five answers to a question", async () => {
    const { body } = await ask();
    for (let n = 0; n < 5; n++) await answer(body.ticket, "{}");
    expect(await answer(body.ticket, device.use(body.options))).toMatchObject(refused);
  });

  it("waits for the confirmed e-mail address like one by password", async () => {
    await api.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, client.id));
    const { body } = await ask();
    const early = await answer(body.ticket, device.use(body.options));
    expect([early.status, early.refusal.code]).toEqual([403, "emailNotVerified"]);
    expect((await shown()).lastUsedAt).toBeNull();
  });

  it("is asked for thirty times a minute from one address; other addresses go on", async () => {
    const responses = [];
    for (let n = 0; n < 31; n++) responses.push((await ask(undefined, "203.0.113.7")).status);
    expect(responses).toEqual([...Array(30).fill(200), 429]);
    expect((await ask(undefined, "203.0.113.8")).ok).toBe(true);
    api.pass({ minutes: 1 });
    expect((await ask(undefined, "203.0.113.7")).ok).toBe(true);
  });
});

describe("a passkey as the second step", () => {
  it("is one of who gave the password: theirs are named, and theirs alone open the session", async () => {
    const other = await api.newClient();
    const foreign = await addPasskey(other);
    const [ticket] = await waitingLogins(client, 1);
    const { body } = await ask(ticket);
    const { id } = await shown();
    expect(JSON.parse(body.options).allowCredentials).toEqual([{ id, transports: [], type: "public-key" }]);
    expect(await answer(body.ticket, foreign.use(body.options))).toMatchObject(refused);
    const { token } = (await answer(body.ticket, device.use(body.options))).body;
    expect((await api.call(user.currentUser, {}, { token })).body.email).toBe(client.email);
  });

  it("is none that waits since a reset", async () => {
    const [ticket] = await waitingLogins(client, 1);
    await api.db.update(passkeys).set({ heldAt: api.deps.clock.now() }).where(eq(passkeys.userId, client.id));
    const { body } = await ask(ticket);
    expect(JSON.parse(body.options).allowCredentials).toEqual([]);
    expect(await answer(body.ticket, device.use(body.options))).toMatchObject(refused);
  });

  it("is asked for while the login waits, and not with a ticket for something else", async () => {
    const over = { status: 400, refusal: { code: "secondStepOver" } };
    const [ticket] = await waitingLogins(client, 1);
    expect(await ask("made-up")).toMatchObject(over);
    expect(await ask((await ask()).body.ticket)).toMatchObject(over);
    expect((await ask(ticket)).ok).toBe(true);
    api.pass({ minutes: 10 });
    expect(await ask(ticket)).toMatchObject(over);
  });
});
