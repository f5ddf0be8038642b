import type { OperationRow } from "#contract/admin/values";
import type { DecidingOperation } from "#contract/admin/waiting";
import { statesDecidedBy } from "#contract/admin/waiting";

/** A row of a list, or the values of an item. */
type Row = Readonly<OperationRow>;

type Condition =
  | { column: string; is: readonly (string | number | boolean | null)[] }
  | { column: string; isSet: boolean };

/** An action for a row of a list. */
export type RowAction = {
  /** For example `deposits reject`. */
  operation: string;
  /** The operation needs more input, so its form opens first. */
  hasForm?: boolean;
  variant?: "primary" | "danger";
  /** It is seldom needed: it stands with others of the row behind “More”. */
  isSeldom?: boolean;
  /** The operation's fields, by the columns from which their values are taken. */
  inputColumns: Record<string, string>;
  /** Shown only if each of these columns has one of its values. */
  where?: Condition | readonly Condition[];
};

type List = {
  /** The operation that returns the list. */
  operation: string;
  input?: Record<string, string>;
  /** The list's heading if the operation is listed twice: a text of `operations.json` after `do_books_revenue_`. */
  title?: string;
  actions?: readonly RowAction[];
  /** A field by which the reader narrows the list, with its values: words of the service. */
  filter?: { field: "status"; values: readonly string[] };
  /** The field for the last day of the page's period, of a list that is of the end of a day. */
  dayField?: string;
};

export type Section = {
  lists: readonly List[];
  /** Further operations, each with its own form. */
  buttons?: readonly string[];
  /** Its lists are of a period, which a form chooses: fields `from` and `to`. */
  hasPeriod?: boolean;
};

/** Returns whether a page has anything for someone who may run these operations. */
export const isOffered = ({ lists, buttons = [] }: Section, may: (operation: string) => boolean): boolean =>
  lists.some(({ operation }) => may(operation)) || buttons.some(may);

function isMet(condition: Condition, row: Row): boolean {
  const value = row[condition.column] ?? null;
  return "is" in condition ? condition.is.some((one) => one === value) : condition.isSet === (value !== null);
}

/** Returns the actions that apply to a row, with the values of their operations' fields. */
export const actionsFor = (actions: readonly RowAction[], row: Row) =>
  actions
    .filter(({ where = [] }) => [where].flat().every((one) => isMet(one, row)))
    .map(({ inputColumns, where: _, ...action }) => ({
      ...action,
      input: Object.fromEntries(
        Object.entries(inputColumns).map(([field, column]) => [field, String(row[column] ?? "")]),
      ),
    }));

export const has = (column: string, ...is: (string | boolean)[]) => ({ column, is });

export const isSet = (column: string, set = true) => ({ column, isSet: set });

/** Returns the condition of an operation that decides a waiting item: its state, which is in this column. */
export function ifDecidable(operation: DecidingOperation, column: string): Pick<RowAction, "where"> {
  const states = statesDecidedBy(operation);
  return states ? { where: has(column, ...states) } : {};
}
