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

type RecipientContext = Deps & { client: { id: string }; language: Language };
export type Recipient = { id: string; name: string; email: string; language: Language };

const fieldError = (
  field: "email" | "amountCents",
  key:
    | "recipientUnknown"
    | "recipientSelf"
    | "transferMinimum"
    | "transferMaximum"
    | "transferInsufficientFunds",
  details = {},
) => new ApiError(422, key, { fields: { [field]: key }, details });

/** Returns a 422 for `amountCents`: the balance is too low. */
export const insufficientFunds = () => fieldError("amountCents", "transferInsufficientFunds");

/** Throws a message if the sum is outside of the limits. */
export function checkSum(amountCents: number, language: Language): void {
  const { min, max } = transferLimitCents;
  if (amountCents < min)
    throw fieldError("amountCents", "transferMinimum", { min: formatMoney(min, language) });
  if (amountCents > max)
    throw fieldError("amountCents", "transferMaximum", { max: formatMoney(max, language) });
}

async function recipientBy(db: Database | Tx, email: string): Promise<Recipient | null> {
  const [recipient] = await db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNotNull(users.emailVerifiedAt)));
  return recipient ?? null;
}

function checked(found: Recipient | null, clientId: string): Recipient {
  if (!found) throw fieldError("email", "recipientUnknown");
  if (found.id === clientId) throw fieldError("email", "recipientSelf");
  return found;
}

/** Returns the confirmed client with this address; throws 422 for `email` if there is none or it is the sender. */
export const findRecipient = async (db: Database | Tx, clientId: string, email: string): Promise<Recipient> =>
  checked(await recipientBy(db, email), clientId);

/** `findRecipient` for a typed address, limited to ten unknown addresses a minute. */
export async function tryRecipient(context: RecipientContext, email: string): Promise<Recipient> {
  const { client } = context;
  const found = await consumeUnlessFound(context, { key: `transfer:${client.id}` }, (tx) =>
    recipientBy(tx, email),
  );
  return checked(found, client.id);
}
