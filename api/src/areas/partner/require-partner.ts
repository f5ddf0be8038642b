import { eq } from "drizzle-orm";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/user";
import type { SignedIn } from "#api/identity/sessions";
import { Refusal } from "#api/values/refusal";

/** The client's own row, if the partner program is open to them; 403 `partnerClosed` if not. */
export async function requirePartner({ db, client }: { db: Database; client: SignedIn }) {
  const [row] = await db.select().from(users).where(eq(users.id, client.id));
  if (!row) throw new Refusal(401, "sessionOver");
  if (!row.partnerAllowed) throw new Refusal(403, "partnerClosed");
  return row;
}
