import { useTranslations, useViewer } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import type { RowAction } from "#app/lib/admin-section";
import { actionsFor } from "#app/lib/admin-section";
import { valueText } from "#app/lib/operation-value";
import { paths } from "#app/paths";
import type { OperationRow } from "#contract/admin/index";
import { OperationButton } from "./operation-button";
import { useOperationText } from "./operation-text";

type OperationTableProps = {
  /** The operation that returned the rows, such as `texts list`: some have headers of their own. */
  operation?: string;
  /** By default the operation's title. */
  caption?: string;
  rows: readonly OperationRow[];
  actions?: readonly RowAction[];
  returnTo: string;
  idempotencyKey: string;
};

/** Columns whose values are words of the service, not of people. */
const translated = [
  "status",
  "state",
  "event",
  "node",
  "kind",
  "waitsFor",
  "system",
  "to",
  "dispute",
  "held",
  "partner",
  "monitoring",
  "plan",
];
const translatedValues = ["unknown", "unlimited"];

/** Shows the rows of a list operation as a table, with the actions for each row. */
export function OperationTable({
  operation = "",
  caption,
  rows,
  actions = [],
  returnTo,
  idempotencyKey,
}: OperationTableProps) {
  const t = useTranslations("admin");
  const text = useOperationText();
  const [first] = rows;
  if (!first) return <p className="muted">{t("nothing")}</p>;
  const columns = Object.keys(first).map(
    (name, index): Column<OperationRow> => ({
      key: name,
      label: text.column(name, operation),
      cell: (row) => <OperationCell operation={operation} name={name} value={row[name] ?? null} />,
      isRowHeader: index === 0,
    }),
  );
  const last: Column<OperationRow> = {
    key: "actions",
    label: t("actions"),
    hideLabel: true,
    phonePosition: "state",
    cell: (row) => (
      <div className="row">
        {actionsFor(actions, row).map((action) => (
          <OperationButton
            key={action.operation}
            {...action}
            returnTo={returnTo}
            idempotencyKey={idempotencyKey}
          >
            {text.action(action.operation)}
          </OperationButton>
        ))}
      </div>
    ),
  };
  return (
    <Table
      caption={caption ?? text.title(operation)}
      columns={actions.length > 0 ? [...columns, last] : columns}
      rows={rows}
      rowKey={(row) => JSON.stringify(row)}
    />
  );
}

/** An id or a number of up to 24 characters that a line could break: `trader-1`, `INV-2026-000017`. */
const shortId = /^(?=\S*[-/])\S{1,24}$/;

/** A hash, a wallet or a key, which may break anywhere so that the table fits; so may the input of an operation. */
const longWord = /\S{25}/;

type CellProps = { operation: string; name: string; value: OperationRow[string] };

/** Shows a value of a row: money and times as the viewer writes them, words of the service in their language. */
export function OperationCell({ operation, name, value }: CellProps) {
  const viewer = useViewer();
  const t = useTranslations("admin");
  const text = useOperationText();
  if (value === null || value === "") return "–";
  if (name === "link") return <a href={String(value)}>{t("openClientPages")}</a>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return value;
  const shown = valueText(value, viewer);
  if (name === "with") return <span className="wrap">{shown}</span>;
  if (Array.isArray(value)) return shown;
  if (typeof value !== "string") {
    if ("cents" in value) return <span className="nowrap">{shown}</span>;
    return <time dateTime={"day" in value ? value.day : value.time}>{shown}</time>;
  }
  if (name === "action") return text.title(value);
  if ((name === "client" || name === "email") && value.includes("@"))
    return <a href={paths.adminClients({ q: value })}>{value}</a>;
  if (translated.includes(name) || translatedValues.includes(value)) return text.value(value, operation);
  if (shortId.test(value)) return <span className="nowrap">{value}</span>;
  return longWord.test(value) ? <span className="wrap">{shown}</span> : shown;
}
