import { useTranslations } from "#app/components/translations";
import { columnTextKey, operationTextKey } from "#app/lib/operation-text-key";
import type { WaitingItem } from "#contract/admin/index";

/** Returns the labels of operations, their fields and the columns of their lists. */
export function useOperationText() {
  // names come from the API: one without a translation is shown as it is
  const text = useTranslations("operations") as (key: string) => string;
  const textOrName = (key: string, name: string) => {
    const found = text(key);
    return found === key ? name : found;
  };
  const value = (name: string) => textOrName(`value_${name}`, name);
  return {
    title: (name: string) => textOrName(operationTextKey(name), name),
    field: (name: string) => textOrName(`field_${name}`, name),
    /** Empty for a field without a hint. */
    hint: (name: string) => textOrName(`hint_${name}`, ""),
    column: (name: string) => textOrName(columnTextKey(name), name),
    value,
    /** Details of a waiting item. */
    details: ({ what, about, id }: Pick<WaitingItem, "what" | "about" | "id">) =>
      [what && value(what), about].filter(Boolean).join(" ") || id,
  };
}
