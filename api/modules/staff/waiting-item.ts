import type { SQL } from "drizzle-orm";
import type { Part } from "#api/db/keyset";
import { users } from "#api/db/schema/users";
import { formatMoney } from "#api/lib/format";
import { textNamed } from "#api/lib/translations";
import type { Money } from "#contract/admin/values";
import type { TicketPriority, WaitingField, WaitingKind } from "#contract/admin/waiting";
import type { Language } from "#contract/languages";

/** Something that waits for a person on the provider's side. */
export type WaitingItem = {
  kind: WaitingKind;
  /** Id used in commands. */
  id: string;
  /** False if it was decided. */
  isWaiting: boolean;
  since: Date;
  /** The end of the time promised to the client; null if none is promised. */
  dueAt: Date | null;
  /** The client's email address; null if the item concerns no client, or the client is unknown. */
  client: string | null;
  clientId: string | null;
  /** The client's language, in which reasons are written. */
  language: Language | null;
  /** A word before the other details: the kind of an order, a difference or a dispute. */
  what?: string;
  /** The amount of a deposit, a withdrawal or a correction. */
  sum?: Money;
  /** Details that identify the item: a title, a wallet, a server. */
  about: string;
  /** Id of a ticket's department. */
  department?: string;
  /** Priority of a ticket. */
  priority?: TicketPriority;
  /** Id of the payment method, if `about` has it. */
  method?: string;
  /** Further details that the decision needs; a method is given by its id. */
  fields?: Partial<Record<WaitingField, string | Money | null>>;
  /** The deposit that a dispute concerns, or the server that a failed order or a difference concerns. */
  subjectId?: string;
  /** The status of a withdrawal, the kind of a dispute, a failed order or a difference. */
  state?: string;
};

/** The rows of a slice, with what each selects as `isWaiting`. */
export type WaitingPart = Part & { isWaiting: SQL<boolean> };

/** Returns an item's details, the word before them in a language. */
export function detailsOf(
  { what, sum, about }: Pick<WaitingItem, "what" | "sum" | "about">,
  language: Language,
): string {
  const word = what && textNamed("staff", language, `what_${what}`);
  return [word, sum && formatMoney(sum.cents, language, sum), about].filter(Boolean).join(", ");
}

/** Columns of an item that name its client, in a query joined with `users`. */
export const owner = { client: users.email, clientId: users.id, language: users.language };
