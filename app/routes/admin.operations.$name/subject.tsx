import type { ReactNode } from "react";
import { OperationCell } from "#app/components/admin/operation-table";
import { useOperationText } from "#app/components/admin/operation-text";
import { DescriptionList } from "#app/components/ui/description-list";
import type { OperationRow } from "#contract/admin/index";

type SubjectProps = {
  operation: string;
  about: OperationRow;
  /** Values that the operation gets, by their labels. */
  further?: readonly (readonly [label: string, value: ReactNode])[];
};

/** Whom and what an operation concerns, what to know about it, and what it gets. */
export function Subject({ operation, about, further = [] }: SubjectProps) {
  const text = useOperationText();
  if (Object.keys(about).length + further.length === 0) return null;
  return (
    <DescriptionList
      items={[
        ...Object.entries(about).map(
          ([name, value]) =>
            [
              text.column(name, operation),
              <OperationCell key={name} operation={operation} name={name} value={value} />,
            ] as const,
        ),
        ...further,
      ]}
    />
  );
}
