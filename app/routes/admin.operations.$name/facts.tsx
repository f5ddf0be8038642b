import { OperationCell } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { DescriptionList } from "#app/components/ui/description-list";
import type { AdminOperation } from "#contract/admin/index";

/** What to know before the fields of an operation are filled in, such as the most that can be refunded. */
export function Facts({ operation: { name: operation, facts } }: { operation: AdminOperation }) {
  const text = useOperationText();
  if (Object.keys(facts).length === 0) return null;
  return (
    <DescriptionList
      items={Object.entries(facts).map(
        ([name, value]) =>
          [
            text.column(name, operation),
            <OperationCell key={name} operation={operation} name={name} value={value} />,
          ] as const,
      )}
    />
  );
}
