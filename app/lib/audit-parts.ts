import type { OperationRow } from "#contract/admin/index";

type Parts = Extract<OperationRow[string], readonly unknown[]>;

/**
 * Returns the input of an action, or the values that it replaced, with labels. Name and value alternate: `email=`
 * becomes `E-mail: `, and so does `email: `. Values are as they came: a text may look like a name.
 * @param label returns the label of a field of the operation
 */
export const auditParts = (parts: Parts, label: (name: string) => string): Parts =>
  parts.map((part, index) => {
    if (typeof part !== "string" || index % 2 === 1) return part;
    const [, separator = "", parameter] = /^([,;] )?(\w+)(?:=|: )$/.exec(part) ?? [];
    return parameter ? `${separator}${label(parameter)}: ` : part;
  });
