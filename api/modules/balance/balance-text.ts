import { hasText, textNamed, textOf } from "#api/lib/translations";
import type { Language } from "#contract/languages";
import type { Key, Values } from "#locales/translate";

const ledgerText = textOf("postings");
const rooms = ["balance", "history", "postings"] as const;

/**
 * Returns a text for lists and documents that the API renders itself: the texts of the history pages, and names of
 * postings.
 */
export const balanceText = (
  language: Language,
  key: Key<"balance"> | Key<"history"> | Key<"postings">,
  values?: Values,
): string =>
  textNamed(rooms.find((namespace) => hasText(namespace, key)) ?? "balance", language, key, values);

/** Returns the part of a withdrawal's line that names its payment. */
export const withdrawalReference = (language: Language, reference: string): string =>
  ledgerText(language, "withdrawalReference", { reference });

type Posted = {
  kind: string;
  details: Record<string, string | number>;
  /** Positive if the client received it. */
  amountCents: number;
  /** The other client of a transfer. */
  counterparty: string | null;
};

/** Describes a ledger transaction; an unknown kind is called an operation. */
export function describeJournalEntry(
  { kind, details, amountCents, counterparty }: Posted,
  language: Language,
): string {
  if (kind === "transfer") {
    const key = amountCents > 0 ? "transferFrom" : "transferTo";
    return ledgerText(language, key, { email: counterparty ?? "" });
  }
  // of the partner balance
  if (kind === "partner_transfer" && amountCents < 0) return ledgerText(language, "toMainBalance");
  const key = `kind_${kind}`;
  return ledgerText(language, hasText("postings", key) ? (key as Key<"postings">) : "kind_unknown", details);
}
