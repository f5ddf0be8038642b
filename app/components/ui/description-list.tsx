import type { ReactNode } from "react";

type DescriptionListProps = {
  items: readonly (readonly [name: string, value: ReactNode])[];
  /** The values stand at the right edge, as sums above their total do. */
  atEnd?: boolean;
};

/** Name-value pairs, one per line. Pairs whose value is null or undefined are omitted. */
export function DescriptionList({ items, atEnd }: DescriptionListProps) {
  return (
    <dl className={atEnd ? "facts ends" : "facts"}>
      {items.map(([name, value], index) =>
        value == null ? null : (
          // a name may stand twice, such as a shown and a typed reason
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
