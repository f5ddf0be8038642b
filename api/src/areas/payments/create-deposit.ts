import { onceFor } from "#api/calls/once";
import { verb } from "#api/calls/verb";
import { deposits } from "#api/db/schema/payments";
import type { PaymentMethod, PaymentSystem } from "#api/outside/payments/system";
import { systemOf } from "#api/outside/payments/system";
import { formatMoney } from "#api/values/format";
import { Refusal } from "#api/values/refusal";
import type { Language } from "#contract/languages";
import * as contract from "#contract/payments/index";
import { describePayment } from "./payment";

const minute = 60_000;

const refuse = (
  field: string,
  key: "methodUnknown" | "methodMinimum" | "methodMaximum" | "invalidInput",
  message: string,
  details = {},
) => new Refusal(422, key, { fields: { [field]: message }, details });

function checkSum({ minCents, maxCents }: PaymentMethod, amountCents: number, language: Language): void {
  const [min, max] = [formatMoney(minCents, language), formatMoney(maxCents, language)];
  if (amountCents < minCents) throw refuse("amountCents", "methodMinimum", "methodMinimum", { min });
  if (amountCents > maxCents) throw refuse("amountCents", "methodMaximum", "methodMaximum", { max });
}

/** From where it is paid. Of a card its last four digits are all that comes here (docs/decisions/0140). */
function payerOf(
  { method }: PaymentSystem,
  { card, wallet }: { card?: string | undefined; wallet?: string | undefined },
): string | null {
  if (method.kind === "card") {
    if (!card) throw refuse("card", "invalidInput", "specifyCard");
    if (!contract.isCardEnd(card)) throw refuse("card", "invalidInput", "cardInvalid");
    return `•••• ${card}`;
  }
  if (method.kind === "wallet") {
    if (!wallet) throw refuse("wallet", "invalidInput", "specifyWallet");
    return wallet;
  }
  return null;
}

export const createDeposit = verb(
  contract.createDeposit,
  async ({ method, amountCents, returnTo, ...from }, context) => {
    const { payments, language, ids, clock, client } = context;
    const system = systemOf(payments, method);
    if (!system) throw refuse("method", "methodUnknown", "methodUnknown");
    const payer = payerOf(system, from);
    checkSum(system.method, amountCents, language);
    return onceFor(
      context,
      "payments.createDeposit",
      { method, amountCents, payer, returnTo },
      async (tx) => {
        const now = clock.now();
        const [deposit] = await tx
          .insert(deposits)
          .values({
            id: ids.id(),
            userId: client.id,
            method,
            sumCents: amountCents,
            costCents: contract.costOf(system.method, amountCents),
            currency: system.method.currency,
            recipient: system.recipient,
            payer,
            status: "notPaid",
            returnTo: returnTo ?? null,
            createdAt: now,
            changedAt: now,
            expiresAt: new Date(now.getTime() + system.lifetimeMinutes * minute),
          })
          .returning();
        if (!deposit) throw new Error("The deposit was not written");
        return { payment: describePayment(context, deposit, language) };
      },
    );
  },
);
