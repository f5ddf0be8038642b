import { expect, test } from "vitest";
import { allCalls } from "./index";

/** What decides over an account or its money: factors, the password, the address, wallets, tokens. */
const weighty = /secur|password|passkey|totp|recovery|email|e-mail|wallet|withdraw|token|key/i;

/** Calls with such a name that need no proof, each with its reason. */
const exempt: Record<string, string> = {
  "partner.cancelWithdrawal": "gives the money back to its owner",
  "partner.confirmWallet": "the wallet was given with a proof; this is the letter's word besides",
  "monitoring.replaceKey": "a terminal sends figures with it, and reads nothing",
  "partner.resendWalletLetter": "sends the owner a letter",
  "vps.revealPassword": "shows the login details of a server, noted in the activity; changes nothing",
};

const writing = allCalls.filter(({ call }) => call.access === "client" && call.method !== "GET");

test("every call of a client that decides over factors, password, wallets or tokens asks for a fresh proof", () => {
  const without = writing
    .filter(({ name, call }) => weighty.test(`${name.replace(/^\w+\./, "")} ${call.path}`) && !call.proof)
    .map(({ name }) => name)
    .filter((name) => !(name in exempt));
  expect(without).toEqual([]);
});

test("what is exempt is there, and has no proof", () => {
  for (const name of Object.keys(exempt))
    expect([name, writing.find((known) => known.name === name)?.call.proof]).toEqual([name, undefined]);
});

test("a call that needs a proof can carry it", () => {
  for (const { name, call } of allCalls) {
    if (!call.proof) continue;
    const field = call.proof === "passwordIfTwoStep" ? "password" : call.proof;
    const proof = { [field]: "x".repeat(2000), secondFactorCode: "x".repeat(2000) };
    const refused = call.input.safeParse(proof).error?.issues.map(({ path }) => path.join()) ?? [];
    expect([name, refused]).toEqual([name, expect.arrayContaining([field, "secondFactorCode"])]);
  }
});
