import { expect, test } from "vitest";
import { allEndpoints } from "./index";

/**
 * Matches endpoints that control an account, or move or reveal its assets: factors, password, address, wallets,
 * tokens, sessions, money.
 */
const weighty =
  /secur|password|passkey|totp|recovery|email|e-mail|wallet|withdraw|token|key|session|unlink|transfer/i;

/** Matching endpoints that need no recent authentication, each with its reason. */
const exempt: Record<string, string> = {
  "balance.checkTransfer": "names the recipient, and moves nothing",
  "balance.transfer": "asked for in the handler: only for new recipients and above the usual sum",
  "user.logout": "ends the own session",
  "partner.cancelWithdrawal": "gives the money back to its owner",
  "partner.confirmWallet":
    "the wallet was given with recent authentication; this confirms the address besides",
  "monitoring.replaceKey": "a terminal sends figures with it, and reads nothing",
  "profile.cancelEmailChange": "leaves the address as it is",
  "partner.resendWalletEmail": "sends the owner an e-mail",
};

const writing = allEndpoints.filter(
  ({ endpoint }) => endpoint.access === "client" && endpoint.method !== "GET",
);

test("every client endpoint that changes factors, password, wallets or tokens requires recent authentication", () => {
  const without = writing
    .filter(
      ({ name, endpoint }) =>
        weighty.test(`${name.replace(/^\w+\./, "")} ${endpoint.path}`) && !endpoint.recentAuth,
    )
    .map(({ name }) => name)
    .filter((name) => !(name in exempt));
  expect(without).toEqual([]);
});

test("exempt endpoints exist, and require no recent authentication", () => {
  for (const name of Object.keys(exempt))
    expect([name, writing.find((known) => known.name === name)?.endpoint.recentAuth]).toEqual([
      name,
      undefined,
    ]);
});

test("an endpoint that requires recent authentication has the input fields for it", () => {
  for (const { name, endpoint } of allEndpoints) {
    if (!endpoint.recentAuth || endpoint.recentAuth === "ifTwoStep") continue;
    const field = endpoint.recentAuth === "passwordIfTwoStep" ? "password" : endpoint.recentAuth;
    const credentials = { [field]: "x".repeat(2000), secondFactorCode: "x".repeat(2000) };
    const rejected = endpoint.input.safeParse(credentials).error?.issues.map(({ path }) => path.join()) ?? [];
    expect([name, rejected]).toEqual([name, expect.arrayContaining([field, "secondFactorCode"])]);
  }
});
