import { expect, test } from "vitest";
import { allEndpoints } from "./index";

/** What decides over an account or its money: factors, the password, the address, wallets, tokens. */
const weighty = /secur|password|passkey|totp|recovery|email|e-mail|wallet|withdraw|token|key/i;

/** Endpoints with such a name that need none, each with its reason. */
const exempt: Record<string, string> = {
  "partner.cancelWithdrawal": "gives the money back to its owner",
  "partner.confirmWallet":
    "the wallet was given with recent authentication; this confirms the address besides",
  "monitoring.replaceKey": "a terminal sends figures with it, and reads nothing",
  "partner.resendWalletEmail": "sends the owner an e-mail",
  "vps.revealPassword": "shows the login details of a server, noted in the activity; changes nothing",
};

const writing = allEndpoints.filter(
  ({ endpoint }) => endpoint.access === "client" && endpoint.method !== "GET",
);

test("every endpoint of a client that decides over factors, password, wallets or tokens requires recent authentication", () => {
  const without = writing
    .filter(
      ({ name, endpoint }) =>
        weighty.test(`${name.replace(/^\w+\./, "")} ${endpoint.path}`) && !endpoint.proof,
    )
    .map(({ name }) => name)
    .filter((name) => !(name in exempt));
  expect(without).toEqual([]);
});

test("what is exempt is there, and has no proof", () => {
  for (const name of Object.keys(exempt))
    expect([name, writing.find((known) => known.name === name)?.endpoint.proof]).toEqual([name, undefined]);
});

test("a call that needs a proof can carry it", () => {
  for (const { name, endpoint } of allEndpoints) {
    if (!endpoint.proof) continue;
    const field = endpoint.proof === "passwordIfTwoStep" ? "password" : endpoint.proof;
    const proof = { [field]: "x".repeat(2000), secondFactorCode: "x".repeat(2000) };
    const refused = endpoint.input.safeParse(proof).error?.issues.map(({ path }) => path.join()) ?? [];
    expect([name, refused]).toEqual([name, expect.arrayContaining([field, "secondFactorCode"])]);
  }
});
