import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { consumeUnlessFound } from "#api/http/rate-limit";
import { ApiError } from "#api/lib/api-error";
import { formatMoney } from "#api/lib/format";
import type { Language } from "#contract/languages";
import { transferLimitCents } from "./limits";

type Asking = Deps & { client: { id: string }; language: Language };
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
) => new ApiError(422, key, { fields: { [field]: key }, details });

/** 422 at `amountCents`: the balance does not suffice. */
export const insufficientFunds = () => refuse("amountCents", "transferInsufficientFunds");

/** Refuses a sum outside of the limits, in words. */
export function checkSum(amountCents: number, language: Language): void {
  const { min, max } = transferLimitCents;
  if (amountCents < min) throw refuse("amountCents", "transferMinimum", { min: formatMoney(min, language) });
  if (amountCents > max) throw refuse("amountCents", "transferMaximum", { max: formatMoney(max, language) });
}

async function recipientBy(db: Database | Tx, email: string): Promise<Recipient | null> {
  const [found] = await db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.emailVerifiedAt)));
  return found ?? null;
}

function checked(found: Recipient | null, clientId: string): Recipient {
  if (!found) throw refuse("email", "recipientUnknown");
  if (found.id === clientId) throw refuse("email", "recipientSelf");
  return found;
}

/** The confirmed client with an address, who is not the one who asks; 422 at `email`. */
export const findRecipient = async (db: Database | Tx, clientId: string, email: string): Promise<Recipient> =>
  checked(await recipientBy(db, email), clientId);

/** `findRecipient` for who types an address: ten unknown ones a minute are told so. */
export async function tryRecipient(context: Asking, email: string): Promise<Recipient> {
  const { client } = context;
  const found = await consumeUnlessFound(context, { key: `transfer:${client.id}` }, (tx) =>
    recipientBy(tx, email),
  );
  return checked(found, client.id);
}
