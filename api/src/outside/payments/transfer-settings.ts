import { neededSettings } from "#api/outside/needed-settings";
import type { Environment, Setting } from "#api/values/environment";
import type { Settings } from "#api/values/settings";
import type { PaymentSystem } from "./system";
import { isPossibleAccount, transferSystem } from "./transfer";

const usualDays = 14;
const needs = {
  TRANSFER_BENEFICIARY: /\S/,
  TRANSFER_ACCOUNT: /^[A-Za-z0-9 ]{4,42}$/,
  TRANSFER_BANK: /\S/,
  TRANSFER_BIC: /^[A-Z0-9]{8}([A-Z0-9]{3})?$/,
};
const besides = ["TRANSFER_ADDRESS", "TRANSFER_NOTE", "TRANSFER_DAYS"] satisfies Setting[];

/** Deposits by bank transfer where their settings are given, else null. @throws in plain words where they can't be right. */
export function transferOf(settings: Settings, given: Environment): PaymentSystem | null {
  const found = neededSettings("Bank transfer", needs, given);
  if (!found) {
    const lonely = besides.find((name) => given[name]);
    if (lonely)
      throw new Error(`Bank transfer: ${lonely} is set, ${Object.keys(needs).join(", ")} are missing`);
    return null;
  }
  const account = found.TRANSFER_ACCOUNT.replaceAll(" ", "").toUpperCase();
  if (!isPossibleAccount(account))
    throw new Error("Bank transfer: TRANSFER_ACCOUNT is an IBAN whose check digits are wrong");
  const days = Number(given.TRANSFER_DAYS || usualDays);
  if (!Number.isInteger(days) || days < 1 || days > 90)
    throw new Error("Bank transfer: TRANSFER_DAYS is a number of days from 1 to 90");
  const optional = { address: given.TRANSFER_ADDRESS, note: given.TRANSFER_NOTE };
  return transferSystem({
    account,
    days,
    settings,
    bankDetails: [
      { name: "beneficiary", value: found.TRANSFER_BENEFICIARY },
      { name: "account", value: account },
      { name: "bank", value: found.TRANSFER_BANK },
      { name: "bic", value: found.TRANSFER_BIC },
      ...(["address", "note"] as const).flatMap((name) => {
        const value = optional[name];
        return value ? [{ name, value }] : [];
      }),
    ],
  });
}
