import { and, eq, isNotNull, sql } from "drizzle-orm";
import { countTry, refuseTooManyTries } from "#api/calls/tries";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/user";
import type { Tx } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { formatMoney } from "#api/values/format";
import { Refusal } from "#api/values/refusal";
import type { Language } from "#contract/rules";
import { transferLimitCents } from "./limits";

type Asking = Parts & { client: { id: string }; language: Language };
export type Recipient = { id: string; name: string; email: string; language: Language };

const refuse = (
  field: "email" | "amountCents",
  key:
    | "recipientUnknown"
    | "recipientSelf"
    | "transferMinimum"
    | "transferMaximum"
    | "transferInsufficientFunds",
  details = {},
) => new Refusal(422, key, { fields: { [field]: key }, details });

/** 422 at `amountCents`: the balance does not suffice. */
export const insufficientFunds = () => refuse("amountCents", "transferInsufficientFunds");

/** Refuses a sum outside of the limits, in words. */
export function checkSum(amountCents: number, language: Language): void {
  const { min, max } = transferLimitCents;
  if (amountCents < min) throw refuse("amountCents", "transferMinimum", { min: formatMoney(min, language) });
  if (amountCents > max) throw refuse("amountCents", "transferMaximum", { max: formatMoney(max, language) });
}

/** The confirmed client with an address, who is not the one who asks; 422 at `email`. */
export async function findRecipient(db: Database | Tx, clientId: string, email: string): Promise<Recipient> {
  const [found] = await db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.emailVerifiedAt)));
  if (!found) throw refuse("email", "recipientUnknown");
  if (found.id === clientId) throw refuse("email", "recipientSelf");
  return found;
}

/** Lets `work` ask for addresses, but not try them out: ten unknown ones a minute. */
export async function withFewGuesses<T>(context: Asking, work: () => Promise<T>): Promise<T> {
  const keys = [`transfer:${context.client.id}`];
  await refuseTooManyTries(context, keys);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "recipientUnknown") await countTry(context, keys);
    throw error;
  }
}
