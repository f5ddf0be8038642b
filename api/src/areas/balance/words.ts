import type { Language } from "#contract/rules";
import balanceEn from "#locales/en/balance.json" with { type: "json" };
import historyEn from "#locales/en/history.json" with { type: "json" };
import postingsEn from "#locales/en/postings.json" with { type: "json" };
import balanceRu from "#locales/ru/balance.json" with { type: "json" };
import historyRu from "#locales/ru/history.json" with { type: "json" };
import postingsRu from "#locales/ru/postings.json" with { type: "json" };
import type { Key, Values } from "#locales/translate";
import { translate } from "#locales/translate";

const texts: Record<Language, Record<string, string>> = {
  en: { ...balanceEn, ...historyEn, ...postingsEn },
  ru: { ...balanceRu, ...historyRu, ...postingsRu },
};

/** A text for lists and papers that leave the house in words: those of the history pages, and names of postings. */
export const balanceText = (
  language: Language,
  key: Key<"balance"> | Key<"history"> | Key<"postings">,
  values?: Values,
): string => translate(texts[language], language, key, values);

type Posted = {
  kind: string;
  details: Record<string, string | number>;
  /** Above zero where it came to the client. */
  amountCents: number;
  /** The other client of a transfer. */
  counterparty: string | null;
};

/** What a movement of the ledger was, in words; a kind that is not known here is at least called an operation. */
export function describePosting(
  { kind, details, amountCents, counterparty }: Posted,
  language: Language,
): string {
  if (kind === "transfer") {
    const key = amountCents > 0 ? "transferFrom" : "transferTo";
    return balanceText(language, key, { email: counterparty ?? "" });
  }
  const key = `kind_${kind}`;
  return balanceText(language, key in postingsEn ? (key as Key<"postings">) : "kind_unknown", details);
}
