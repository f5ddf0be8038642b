import { useTranslations } from "#app/components/translations";
import { columnTextKey, operationTextKey } from "#app/lib/operation-text-key";

/** The words of operations, their fields and the columns of their lists, which are named by the operations themselves. */
export function useOperationText() {
  // names come from the API: a name without words stays as it is
  const text = useTranslations("operations") as unknown as (key: string) => string;
  const known = (key: string, name: string) => {
    const found = text(key);
    return found === key ? name : found;
  };
  return {
    title: (name: string) => known(operationTextKey(name), name),
    field: (name: string) => known(`field_${name}`, name),
    column: (name: string) => known(columnTextKey(name), name),
    value: (name: string) => known(`value_${name}`, name),
  };
}
