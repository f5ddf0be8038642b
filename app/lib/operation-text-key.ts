const joined = (...words: string[]) => words.filter(Boolean).join("_").replace(/[ -]/g, "_");

/** Returns the key of an operation's name in `operations.json`: `do_deposits_reject`. */
export const operationTextKey = (name: string): string => joined("do", name);

/** Returns the key of an operation's name on the button of a row, if it has one of its own: `row_replies_set`. */
export const actionTextKey = (name: string): string => joined("row", name);

/** Returns the key of an operation's label on its buttons, if it is shorter than its name: `button_deposits_reject`. */
export const buttonTextKey = (name: string): string => joined("button", name);

/** Returns the key of a field's label: `field_to`, or that of a group or an operation: `field_servers_id`. */
export const fieldTextKey = (name: string, operation = ""): string => joined("field", operation, name);

/** Returns the key of a field's hint: `hint_price`, or that of one operation: `hint_alerts_show_email`. */
export const hintTextKey = (name: string, operation = ""): string => joined("hint", operation, name);

/** Returns the key of why a field has nothing to choose: `noChoice_servers_upgrade_plan`. */
export const noChoiceTextKey = (name: string, operation: string): string =>
  joined("noChoice", operation, name);

/** Returns the key of what an empty choice of a field means: `blank_maintenance_plan_node`. */
export const blankTextKey = (name: string, operation: string): string => joined("blank", operation, name);

/** Returns the key of a label in the audit of a value that has no field, or another label there: `detail_blocked`. */
export const detailTextKey = (name: string): string => joined("detail", name);

/** Returns the key of what an empty list says: `empty_deposits_list`. */
export const emptyListTextKey = (name: string): string => joined("empty", name);

/** Returns the key of what can be done after an operation that nothing takes back wholly: `undo_tariffs_price`. */
export const undoTextKey = (name: string): string => joined("undo", name);

/** Returns the key of what an operation does: `about_invoices_correct`. */
export const aboutTextKey = (name: string): string => joined("about", name);

/**
 * Returns the key of a column header in `operations.json`: `column_paidUntil`, or that of one operation's list:
 * `column_texts_list_held`. The part after a comma is a unit.
 */
export const columnTextKey = (name: string, operation = ""): string =>
  joined("column", operation, name.replace(/,.*/, ""));

/** Returns the key of a word of the service: `value_running`, or that of one operation's rows. */
export const valueTextKey = (name: string, operation = ""): string =>
  operation ? joined("value", operation, name) : `value_${name}`;
