import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/profile/index";
import * as security from "#contract/security/index";
import * as user from "#contract/users/index";

let api: TestApi;
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
let count = 0;
let fresh = "";
beforeEach(async () => {
  client = await api.newClient();
  fresh = `fresh-${++count}@example.test`;
});

const password = testPassword;
const requestEmailChange = (email = fresh, currentPassword: string | undefined = password) =>
  api.call(
    contract.requestEmailChange,
    { email, ...(currentPassword && { password: currentPassword }) },
    client,
  );
const emailsTo = (address: string) => api.sentEmails.filter(({ to }) => to === address);
/** Returns the secret of the last link sent to an address. */
const tokenTo = (address: string) =>
  /confirm-email\/([\w-]+)/.exec(emailsTo(address).at(-1)?.text ?? "")?.[1] ?? expect.unreachable("no link");
const confirm = (token: string) => api.call(contract.confirmEmailChange, { token });
const read = (token: string) => api.call(contract.readEmailChange, { token });
const current = async () => (await api.call(user.currentUser, {}, client)).body.email;
const logIn = (email: string) => api.call(user.login, { email, password });

describe("changing the email address", () => {
  it("takes effect with the second of the two links, in either order, and notifies both addresses", async () => {
    for (const first of ["old", "new"] as const) {
      client = await api.newClient();
      fresh = `both-${first}@example.test`;
      expect((await requestEmailChange()).ok).toBe(true);
      const tokens = { old: tokenTo(client.email), new: tokenTo(fresh) };
      expect((await read(tokens[first])).body.state).toBe("open");
      expect((await confirm(tokens[first])).body.state).toBe("confirmed");
      expect((await confirm(tokens[first])).body.state).toBe("confirmed");
      expect(await current()).toBe(client.email);
      const second = tokens[first === "old" ? "new" : "old"];
      expect((await confirm(second)).body.state).toBe("done");
      expect(await current()).toBe(fresh);
      expect((await read(tokens[first])).body.state).toBe("done");
      for (const address of [client.email, fresh])
        expect(emailsTo(address).at(-1)?.template).toBe("emailChanged");
      expect([(await logIn(fresh)).ok, (await logIn(client.email)).ok]).toEqual([true, false]);
    }
  });

  it("ends every session but the one that requested it", async () => {
    const { body: otherSession } = await logIn(client.email);
    await requestEmailChange();
    await confirm(tokenTo(client.email));
    await confirm(tokenTo(fresh));
    const answers = [client.token, otherSession.token].map((token) =>
      api.call(user.currentUser, {}, { token }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401]);
  });

  it("requires the password, and a new address that nobody has", async () => {
    expect((await requestEmailChange(fresh, "")).error.code).toBe("freshProofNeeded");
    expect((await requestEmailChange(fresh, "wrong password")).error.fields).toHaveProperty("password");
    const otherClient = await api.newClient();
    expect((await requestEmailChange(otherClient.email.toUpperCase())).error.fields).toEqual({
      email: "This e-mail is already in use",
    });
    expect((await requestEmailChange(client.email)).error.code).toBe("emailUnchanged");
    expect(emailsTo(otherClient.email)).toEqual([]);
  });

  it("changes nothing if somebody signed up with the address meanwhile", async () => {
    await requestEmailChange();
    const tokens = [tokenTo(client.email), tokenTo(fresh)];
    await api.newClient({ email: fresh });
    await confirm(tokens[0] ?? "");
    expect((await confirm(tokens[1] ?? "")).error.code).toBe("emailTaken");
    expect(await current()).toBe(client.email);
  });

  it("can be cancelled, ends after three days and on a new password, and a new request invalidates earlier links", async () => {
    const isNotFound = async (token: string) => (await read(token)).status === 404;
    await requestEmailChange();
    const first = tokenTo(client.email);
    await requestEmailChange();
    expect(await isNotFound(first)).toBe(true);
    const second = tokenTo(fresh);
    await api.call(contract.cancelEmailChange, {}, client);
    expect(await isNotFound(second)).toBe(true);
    expect((await confirm(second)).status).toBe(404);
    await requestEmailChange();
    const third = tokenTo(fresh);
    const renewed = { oldPassword: password, newPassword: "quite another one" };
    await api.call(contract.changePassword, renewed, client);
    expect(await isNotFound(third)).toBe(true);
    client = await api.newClient();
    await requestEmailChange();
    const late = tokenTo(fresh);
    expect((await api.call(contract.emailChange, {}, client)).body.change).toMatchObject({ newEmail: fresh });
    const { body } = await api.call(security.activity, {}, client);
    expect(body.events[0]).toMatchObject({ kind: "emailChangeRequested", subject: fresh });
    api.pass({ days: 3 });
    expect(await isNotFound(late)).toBe(true);
  });

  it("is cancelled by the “It was not me” link sent to the old address", async () => {
    await requestEmailChange();
    const [old, now] = [tokenTo(client.email), tokenTo(fresh)];
    const notMe = /it-was-not-me\/([\w-]+)/.exec(emailsTo(client.email).at(-1)?.text ?? "")?.[1] ?? "";
    await confirm(now);
    await api.call(security.notMe, { token: notMe });
    expect((await confirm(old)).status).toBe(404);
  });

  it("is confirmed once if both links are pressed at the same time", async () => {
    await requestEmailChange();
    const tokens = [tokenTo(client.email), tokenTo(fresh)];
    const states = await Promise.all(tokens.map(async (token) => (await confirm(token)).body.state));
    expect(states.sort()).toEqual(["confirmed", "done"]);
    expect(emailsTo(fresh).filter(({ template }) => template === "emailChanged")).toHaveLength(1);
  });
});
