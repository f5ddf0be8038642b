import * as z from "zod/mini";
import { sendMail } from "#api/email/send";
import { accountOf, companyAccount, InsufficientFunds, post } from "#api/ledger/ledger";
import { formatMoney } from "#api/lib/format";
import { amount, reason } from "./fields";
import { clientBy } from "./find-client";
import type { CommandGroup } from "./operation";

type Context = Parameters<Parameters<Parameters<CommandGroup>[1]>[2]>[1];

const correction = z.object({
  email: z.string(),
  amount,
  reason,
});
type Correction = z.output<typeof correction>;

/** Adjusts a balance by hand; the reason is stored in the audit row and in the ledger. */
async function correct(
  { deps, tx, operator }: Context,
  correction: Correction,
  sign: 1 | -1,
): Promise<string> {
  const client = await clientBy(tx, correction.email);
  const cents = sign * correction.amount;
  const sum = formatMoney(correction.amount, "en");
  try {
    const id = await post(tx, {
      kind: "adjustment",
      reference: { type: "operator", id: operator },
      at: deps.clock.now(),
      entries: [
        { account: await companyAccount(tx, "adjustments"), amountCents: -cents },
        { account: await accountOf(tx, client.id, "main"), amountCents: cents },
      ],
      details: { reason: correction.reason },
    });
    const { name, email: to, language } = client;
    const values = { name, isCredit: sign > 0, amountCents: correction.amount, reason: correction.reason };
    await sendMail(deps, tx, { to, language, template: "balanceCorrected", values });
    return `${sum} ${sign > 0 ? "added to the balance" : "taken from the balance"} of ${correction.email} (entry ${id}).`;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new Error(`The client has less than ${sum}.`);
    throw error;
  }
}

export const balanceCommands: CommandGroup = (program, operation) => {
  const area = program.command("balance").description("adjust clients' balances");
  operation(
    area
      .command("credit <email>")
      .description("add money to a client's balance and e-mail them the reason")
      .requiredOption("--amount <dollars>", "how much")
      .requiredOption("--reason <text>", "why, in the client's language"),
    correction,
    (correction, context) => correct(context, correction, 1),
    ({ email, amount: cents }) => `Give ${formatMoney(cents, "en")} to ${email}?`,
  );
  operation(
    area
      .command("debit <email>")
      .description("take money from a client's balance, up to what it has, and e-mail them the reason")
      .requiredOption("--amount <dollars>", "how much")
      .requiredOption("--reason <text>", "why, in the client's language"),
    correction,
    (correction, context) => correct(context, correction, -1),
    ({ email, amount: cents }) => `Take ${formatMoney(cents, "en")} from ${email}?`,
  );
};
