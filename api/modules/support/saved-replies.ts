import { eq } from "drizzle-orm";
import { savedReplies } from "#api/db/schema/staff";
import { tickets } from "#api/db/schema/support";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { OperatorError } from "#api/lib/answer";
import { ApiError } from "#api/lib/api-error";
import { textsByLanguage } from "#api/lib/texts-by-language";

/** Placeholders of a saved reply: the client's name and e-mail, and the title of the ticket. */
const placeholders = ["name", "email", "title"] as const;
type Placeholder = (typeof placeholders)[number];
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;
const isKnown = (name: string): name is Placeholder => placeholders.some((known) => known === name);

/** @throws {OperatorError} if a text has a placeholder that is not filled in */
export function requireKnownPlaceholders(text: string): void {
  for (const [unknown, name = ""] of text.matchAll(placeholder))
    if (!isKnown(name))
      throw new OperatorError("unknownPlaceholder", {
        unknown,
        known: placeholders.map((known) => `{{${known}}}`).join(", "),
      });
}

/**
 * Returns a saved reply in the language of a ticket's client, with their values.
 *
 * @throws {OperatorError} if there is no such reply
 * @throws {ApiError} 404 if there is no such ticket
 */
export async function textOfSavedReply(tx: Tx, name: string, ticketId: string): Promise<string> {
  const [reply] = await tx.select().from(savedReplies).where(eq(savedReplies.name, name));
  if (!reply) throw new OperatorError("noSavedReply", { name });
  const [client] = await tx
    .select({ name: users.name, email: users.email, title: tickets.title, language: users.language })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, ticketId));
  if (!client) throw new ApiError(404, "notFound");
  const text = textsByLanguage(reply)[client.language];
  return text.replace(placeholder, (whole, key: string) => (isKnown(key) ? client[key] : whole));
}
