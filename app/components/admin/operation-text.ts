import { useLanguage, useTranslations } from "#app/components/translations";
import { moneyText } from "#app/lib/money";
import {
  aboutTextKey,
  actionTextKey,
  blankTextKey,
  buttonTextKey,
  columnTextKey,
  detailTextKey,
  emptyListTextKey,
  fieldTextKey,
  hintTextKey,
  noChoiceTextKey,
  operationTextKey,
  undoTextKey,
  valueTextKey,
} from "#app/lib/operation-text-key";
import type { WaitingItem } from "#contract/admin/index";

/** Returns the labels of operations, their fields and the columns of their lists. */
export function useOperationText() {
  // names come from the API: one without a translation is shown as it is
  const text = useTranslations("operations") as (key: string) => string;
  const language = useLanguage();
  const textOrName = (key: string, name: string) => {
    const found = text(key);
    return found === key ? name : found;
  };
  /** A word of the service; the rows of an operation may have their own. */
  const value = (name: string, operation = "") =>
    textOrName(valueTextKey(name, operation), textOrName(valueTextKey(name), name));
  const title = (name: string) => textOrName(operationTextKey(name), name);
  const button = (name: string) => textOrName(buttonTextKey(name), title(name));
  const field = (name: string, operation = "") =>
    textOrName(
      fieldTextKey(name, operation),
      textOrName(fieldTextKey(name, operation.split(" ")[0]), textOrName(fieldTextKey(name), name)),
    );
  return {
    title,
    /** Label of an operation's button beside what it is about, and of its form's button. */
    button,
    /** Label of an operation's button in a row. */
    action: (name: string) => textOrName(actionTextKey(name), button(name)),
    /** Label of a field; an operation or its group, such as `servers`, may have its own. */
    field,
    /** Label of a value in the audit; one that no field of the operation has may be a word of the service. */
    detail: (name: string, operation: string) => {
      const label = textOrName(detailTextKey(name), field(name, operation));
      return label === name ? value(name) : label;
    },
    /** What it means that nothing is chosen in a field. */
    blank: (name: string, operation: string, otherwise: string) =>
      textOrName(blankTextKey(name, operation), otherwise),
    /** What an empty list says. */
    empty: (operation: string, otherwise: string) => textOrName(emptyListTextKey(operation), otherwise),
    /** What an operation does, if its title does not say it; else empty. */
    about: (name: string) => textOrName(aboutTextKey(name), ""),
    /** What can be done after an operation that nothing takes back wholly; else empty. */
    undo: (name: string) => textOrName(undoTextKey(name), ""),
    /** Empty for a field without a hint; an operation may have its own. */
    hint: (name: string, operation: string) =>
      textOrName(hintTextKey(name, operation), textOrName(hintTextKey(name), "")),
    /** Why a field has nothing to choose. */
    nothingToChoose: (name: string, operation: string) => text(noChoiceTextKey(name, operation)),
    /** Header of a column; an operation may have its own. */
    column: (name: string, operation = "") =>
      textOrName(columnTextKey(name, operation), textOrName(columnTextKey(name), name)),
    value,
    /** Text of a value to choose. */
    choice: ({ value: chosen, label }: { value: string; label: string | null }) => label ?? value(chosen),
    /** Details of a waiting item. */
    details: ({ what, sum, about, id }: Pick<WaitingItem, "what" | "sum" | "about" | "id">) => {
      const details = [sum && moneyText(sum.cents, language, sum), about].filter(Boolean).join(", ");
      return [what && value(what), details].filter(Boolean).join(", ") || id;
    },
  };
}
