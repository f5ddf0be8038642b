import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import type { RowAction } from "#app/lib/admin-section";
import { actionsFor } from "#app/lib/admin-section";
import { auditParts } from "#app/lib/audit-parts";
import { valueText } from "#app/lib/operation-value";
import { hasWords, translateWords } from "#app/lib/operation-words";
import { paths } from "#app/paths";
import type { OperationRow } from "#contract/admin/index";
import { useOperationText } from "./operation-text";
import { RowActions } from "./row-actions";

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

const isMissing = (value: OperationRow[string] | undefined) =>
  value === undefined || value === null || value === "";

/** Whether a column has only sums and numbers, which are aligned. */
const isNumeric = (rows: readonly OperationRow[], name: string) => {
  const values = rows.map((row) => row[name]).filter((value) => !isMissing(value));
  return (
    values.length > 0 &&
    values.every(
      (value) =>
        typeof value === "number" || (typeof value === "object" && value !== null && "cents" in value),
    )
  );
};

/** Columns that name a thing for people, the first one before its id. */
const nameColumns = ["name", "code", "title", "subject", "tariff"];

/** Returns the columns with the one that names a row first, instead of an id that says nothing. */
function withNameFirst(columns: readonly string[], language: string): string[] {
  const name = [...nameColumns, language].find((one) => columns.includes(one));
  if (columns[0] !== "id" || name === undefined) return [...columns];
  return [name, ...columns.filter((one) => one !== name)];
}

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
  const language = useLanguage();
  const [first] = rows;
  if (!first) return <p className="muted">{text.empty(operation, t("nothing"))}</p>;
  // a column without any value says nothing
  const names = withNameFirst(
    Object.keys(first).filter((name, index) => index === 0 || rows.some((row) => !isMissing(row[name]))),
    language,
  );
  const columns = names.map(
    (name, index): Column<OperationRow> => ({
      key: name,
      label: text.column(name, operation),
      cell: (row) => (
        <OperationCell operation={operation} name={name} value={row[name] ?? null} action={row.action} />
      ),
      isRowHeader: index === 0,
      numeric: index > 0 && isNumeric(rows, name),
    }),
  );
  const last: Column<OperationRow> = {
    key: "actions",
    label: t("actions"),
    hideLabel: true,
    phonePosition: "state",
    cell: (row) => (
      <RowActions actions={actionsFor(actions, row)} returnTo={returnTo} idempotencyKey={idempotencyKey} />
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

type CellProps = {
  operation: string;
  name: string;
  value: OperationRow[string];
  /** The operation that a row of the audit log is of; its input is in the column `with`. */
  action?: OperationRow[string] | undefined;
};

/** Shows a value of a row: money and times as the viewer writes them, words of the service in their language. */
export function OperationCell({ operation, name, value, action }: CellProps) {
  const viewer = useViewer();
  const t = useTranslations("admin");
  const text = useOperationText();
  if (isMissing(value)) return <span className="none">–</span>;
  if (name === "link") return <a href={String(value)}>{t("openClientPages")}</a>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return value;
  if ((name === "with" || name === "before") && Array.isArray(value))
    return <AuditCell parts={auditParts(value, (field) => text.detail(field, String(action)))} />;
  const shown = valueText(value, viewer);
  if (Array.isArray(value)) return shown;
  if (typeof value !== "string") {
    if ("cents" in value) return <span className="nowrap">{shown}</span>;
    return <time dateTime={"day" in value ? value.day : value.time}>{shown}</time>;
  }
  if (name === "action") return text.title(value);
  const isClient = name === "client" || (name === "email" && !operation.startsWith("staff "));
  if (isClient && value.includes("@")) return <a href={paths.adminClients({ q: value })}>{value}</a>;
  if (hasWords(name, operation)) return translateWords(value, (word) => text.value(word, operation));
  if (value.includes("\n")) return <span className="lines">{value}</span>;
  if (shortId.test(value)) return <span className="nowrap">{value}</span>;
  return longWord.test(value) ? <span className="wrap">{shown}</span> : shown;
}

/** Names and values alternate; the names are bold, so that nobody's text looks like one. */
function AuditCell({ parts }: { parts: ReturnType<typeof auditParts> }) {
  const viewer = useViewer();
  return (
    <span className="wrap">
      {parts.map((part, index) => {
        const text = valueText([part], viewer);
        return index % 2 === 0 ? <b key={index}>{text}</b> : text;
      })}
    </span>
  );
}
