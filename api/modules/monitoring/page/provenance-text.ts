import { formatDay } from "#api/lib/format";
import { textOf } from "#api/lib/translations";
import type { CurrencyFormat } from "#api/modules/monitoring/money-text";
import { moneyText } from "#api/modules/monitoring/money-text";
import type { Language } from "#contract/languages";
import type { Provenance } from "#contract/monitoring/index";
import { parseDecimal } from "#statements/decimal";

/** Maximum number of places in the sentence; only the provenance page names more. */
const placesNamed = 2;

/**
 * Returns one sentence that says where trades come from and whether they reconcile. The page, the badge, the picture,
 * the JSON and the CSV use it.
 *
 * @param opening the opening balance of the period, as text; null if it is hidden
 * @param of whether the period covers all of the history, and whether the history had begun by its end
 */
export function provenanceText(
  language: Language,
  format: CurrencyFormat,
  origin: Omit<Provenance, "text">,
  opening: string | null,
  of: { isWhole: boolean; hasBegun: boolean },
): string {
  const t = textOf("api");
  if (!of.hasBegun) return t(language, "originNoneThen");
  const { terminal, file, file_before, changed, terminal_since, stated, adds_up, differences = [] } = origin;
  const money = (text: string) => moneyText(parseDecimal(text), format, language);
  const day = (iso: string) => formatDay(iso, language);
  const isMixed = terminal > 0 && file > 0;
  const clauses = [
    terminal + file === 0 && t(language, of.isWhole ? "originNone" : "originNoneThen"),
    terminal > 0 &&
      (terminal_since === null
        ? t(language, "originTerminal", { count: terminal })
        : t(language, "originTerminalSince", { count: terminal, date: day(terminal_since) })),
    isMixed && t(language, file_before ? "originFileBefore" : "originFileToo", { count: file }),
    file > 0 && !isMixed && t(language, "originFile", { count: file }),
    opening !== null && t(language, "originOpening", { money: money(opening) }),
    changed > 0 && t(language, "originChanged", { count: changed }),
    stated && adds_up === null && t(language, "originNotCompared"),
    adds_up === true && t(language, "originAddsUp"),
    adds_up === false && differences.length === 0 && t(language, "originDoesNotAddUp"),
    ...differences
      .slice(0, placesNamed)
      .map(({ from, to, money: amount }) =>
        from === null
          ? t(language, "originDiffersBefore", { money: money(amount), to: day(to) })
          : day(from) === day(to)
            ? t(language, "originDiffersOn", { money: money(amount), to: day(to) })
            : t(language, "originDiffers", { money: money(amount), from: day(from), to: day(to) }),
      ),
    differences.length > placesNamed &&
      t(language, "originDiffersMore", { count: differences.length - placesNamed }),
  ];
  return clauses.filter(Boolean).join("; ");
}
