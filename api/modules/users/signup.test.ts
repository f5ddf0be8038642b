import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/users/index";

let api: TestApi;
let email: string;
let address: string;
let clientCount = 0;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => {
  clientCount += 1;
  email = `person-${clientCount}@example.test`;
  address = `10.0.0.${clientCount}`;
});

type SignupValues = { password?: string; partnerCode?: string; email?: string; language?: "en" | "ru" };
const signUp = (values: SignupValues = {}, options: { language?: "en" | "ru"; address?: string } = {}) => {
  const defaults = { name: "Ann", email, password: testPassword, consent: true as const };
  return api.call(contract.signup, { ...defaults, ...values }, { address, ...options });
};
const resend = (to = email, from = address) =>
  api.call(contract.resendConfirmation, { email: to }, { address: from });
const emails = (to = email) => api.sentEmails.filter((one) => one.to === to);
const linkOf = (sent = emails().at(-1)) =>
  /http:\/\/localhost:3000\/login\?code=([\w-]{43})/.exec(sent?.text ?? "")?.[1] ??
  expect.unreachable("no link");
const verify = (code: string) => api.call(contract.verifyEmail, { code });
const rowOf = async (of = email) =>
  (await api.db.select().from(users).where(eq(users.email, of)))[0] ?? expect.unreachable("no account");
const emailTaken = {
  status: 422,
  error: { code: "emailTaken", fields: { email: "This e-mail is already in use" } },
};

describe("sign-up", () => {
  it("creates an unconfirmed account with a referral code of its own", async () => {
    expect((await signUp()).ok).toBe(true);
    const row = await rowOf();
    expect(row).toMatchObject({
      name: "Ann",
      emailVerifiedAt: null,
      referrerId: null,
      language: "en",
      createdAt: api.deps.clock.now(),
    });
    expect(row.referralCode).toMatch(/^[0-9A-Z]{8}$/);
    expect(row.passwordHash).not.toContain(testPassword);
    expect(emails().map(({ template }) => template)).toEqual(["confirmEmail"]);
    expect(emails()[0]?.text).toContain("Ann");
  });

  it("uses the selected language, otherwise the page's", async () => {
    await signUp({}, { language: "ru" });
    expect((await rowOf()).language).toBe("ru");
    expect(emails()[0]?.subject).toMatch(/[а-я]/);
    const chosen = `chosen-${email}`;
    await signUp({ email: chosen, language: "en" }, { language: "ru" });
    expect((await rowOf(chosen)).language).toBe("en");
    expect(emails(chosen)[0]?.subject).not.toMatch(/[а-я]/);
  });

  it("with a partner code puts the client into the partner's network; with an invalid one creates nothing", async () => {
    const partner = await api.newClient({ referralCode: `PART${clientCount}` });
    const wrong = await signUp({ partnerCode: "NOBODY" });
    expect(wrong).toMatchObject({
      status: 422,
      error: { code: "partnerCodeInvalid", fields: { partnerCode: "Invalid partner code" } },
    });
    expect([emails(), await api.db.$count(users, eq(users.email, email))]).toEqual([[], 0]);
    expect((await signUp({ partnerCode: ` part${clientCount} ` })).ok).toBe(true);
    const { id, referrerId } = await rowOf();
    expect(referrerId).toBe(partner.id);
    expect(await api.db.select().from(partnerNetwork).where(eq(partnerNetwork.clientId, id))).toMatchObject([
      { partnerId: partner.id, level: 1, parentId: null },
    ]);
  });

  it("repeated with the same password before confirmation succeeds and sends nothing", async () => {
    await signUp();
    const { passwordHash } = await rowOf();
    expect((await signUp({ email: email.toUpperCase() })).ok).toBe(true);
    expect(emails()).toHaveLength(1);
    expect((await rowOf()).passwordHash).toBe(passwordHash);
  });

  it("with another client's address is rejected, in any case, and changes nothing of theirs", async () => {
    await signUp();
    const { passwordHash } = await rowOf();
    expect(await signUp({ password: "another password" })).toMatchObject(emailTaken);
    expect(await signUp({ email: email.toUpperCase(), password: "another password" })).toMatchObject(
      emailTaken,
    );
    await verify(linkOf());
    // knowing the password makes no difference once the account is open: they have to log in
    expect(await signUp()).toMatchObject(emailTaken);
    expect([(await rowOf()).passwordHash, emails().length]).toEqual([passwordHash, 1]);
  });

  it("is limited to thirty a minute per address; other addresses are unaffected", async () => {
    const unknownPartner = { partnerCode: "NOBODY" };
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async () => (await signUp(unknownPartner)).status),
    );
    expect(statuses.sort()).toEqual([...Array(30).fill(422), 429]);
    expect((await signUp({}, { address: "10.1.1.1" })).ok).toBe(true);
    api.pass({ minutes: 1 });
    expect((await signUp(unknownPartner)).status).toBe(422);
  });
});

describe("confirmation link", () => {
  it("confirms the account that it was sent to, and returns its address for the login form", async () => {
    await signUp();
    expect((await verify(linkOf())).body).toEqual({ ok: true, email });
    expect((await rowOf()).emailVerifiedAt).toEqual(api.deps.clock.now());
    expect((await api.call(contract.login, { email, password: testPassword })).ok).toBe(true);
  });

  it("is rejected under its field if it is invalid", async () => {
    expect(await verify("made-up")).toMatchObject({
      status: 422,
      error: { code: "verifyCodeInvalid", fields: { code: "The link is invalid or expired" } },
    });
  });

  it("can be sent again after a minute; the previous one stops working", async () => {
    await signUp();
    const first = linkOf();
    const early = await resend();
    expect([early.status, early.error.code]).toEqual([429, "linkPause"]);
    api.pass({ minutes: 1 });
    expect((await resend(email.toUpperCase())).ok).toBe(true);
    expect(emails()).toHaveLength(2);
    expect((await verify(first)).status).toBe(422);
    expect((await verify(linkOf())).ok).toBe(true);
  });

  it("is sent only to a client waiting for it, and the response does not reveal whether it was", async () => {
    const { email: open } = await api.newClient();
    for (const to of [open, "nobody@example.test"]) {
      expect((await resend(to)).body).toEqual({ ok: true });
      expect(emails(to)).toEqual([]);
    }
  });

  it("is limited to ten requests a minute per address, and per account", async () => {
    const resendMany = async (to: (n: number) => string, from: (n: number) => string) => {
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push((await resend(to(n), from(n))).status);
      return statuses;
    };
    const ten = [...Array(10).fill(200), 429];
    expect(
      await resendMany(
        (n) => `nobody-${n}@example.test`,
        () => address,
      ),
    ).toEqual(ten);
    expect(
      await resendMany(
        () => "one-and-the-same@example.test",
        (n) => `10.2.0.${n}`,
      ),
    ).toEqual(ten);
    expect((await resend("another@example.test", "10.3.0.1")).ok).toBe(true);
  });
});
