import { authenticator } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveMoney } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { testPassword as password, testApi } from "#api/testing";
import { transfer } from "#contract/balance/index";
import { transferToBalance } from "#contract/partners/index";
import { endOtherSessions, prepareTwoStep, prove, secondStep, turnOnTwoStep } from "#contract/security/index";
import { unlinkTelegram } from "#contract/telegram/index";
import { login } from "#contract/users/index";
import { revealPassword } from "#contract/vps/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const codeOf = (secret: string) =>
  authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);

/** Creates a session of a client with two-step login without recent authentication, like a stolen one. */
async function borrowed() {
  const client = await api.newClient();
  await giveMoney(api, client.id, 50_000);
  const { secret } = (await api.call(prepareTwoStep, { password }, client)).body;
  await api.call(turnOnTwoStep, { code: codeOf(secret) }, client);
  const signInAgain = async () => {
    api.pass({ minutes: 1 });
    const { ticket } = (await api.call(login, { email: client.email, password })).error.details ?? {};
    return (await api.call(secondStep, { ticket: String(ticket), code: codeOf(secret) })).body
      .token as string;
  };
  const token = await signInAgain();
  const confirm = () => {
    api.pass({ minutes: 1 });
    return api.call(prove, { password, secondFactorCode: codeOf(secret) }, { token });
  };
  return { ...client, token, confirm, signInAgain };
}

const needed = { status: 403, error: { code: "freshProofNeeded" } };

describe("a session without recent authentication, with two-step login on", () => {
  it("can't move money, show passwords, end sessions or unlink a chat", async () => {
    const { token } = await borrowed();
    const to = await api.newClient();
    expect(await api.call(transfer, { email: to.email, amountCents: 100 }, { token })).toMatchObject(needed);
    expect(await api.call(transferToBalance, { amountCents: 100 }, { token })).toMatchObject(needed);
    expect(await api.call(revealPassword, { serverId: "any" }, { token })).toMatchObject(needed);
    expect(await api.call(endOtherSessions, {}, { token })).toMatchObject(needed);
    expect(await api.call(unlinkTelegram, { purpose: "account" }, { token })).toMatchObject(needed);
  });

  it("pays a known recipient small sums again, and requires a code above the usual daily sum", async () => {
    const { token, confirm, signInAgain } = await borrowed();
    const to = await api.newClient();
    const send = (amountCents: number, as = token) =>
      api.call(transfer, { email: to.email, amountCents }, { token: as });
    expect((await confirm()).ok).toBe(true);
    expect((await send(4_000)).ok).toBe(true);
    const later = await signInAgain();
    expect((await send(5_000, later)).ok).toBe(true);
    expect(await send(2_000, later)).toMatchObject(needed);
  });

  it("does not restrict clients without two-step login", async () => {
    const client = await api.newClient();
    const to = await api.newClient();
    await giveMoney(api, client.id, 50_000);
    expect((await api.call(transfer, { email: to.email, amountCents: 20_000 }, client)).ok).toBe(true);
    expect((await api.call(endOtherSessions, {}, client)).ok).toBe(true);
  });
});
