import type { OperationRow } from "#contract/admin/index";
import { translateWords } from "./operation-words";

type Parts = Extract<OperationRow[string], readonly unknown[]>;

export type AuditTexts = {
  /** Label of a field of the operation. */
  field: (name: string) => string;
  /** A word of the service in the viewer's language; another text as it is. */
  value: (word: string) => string;
};

/** Parameters whose values are words of the service. */
const wordParameters = ["role", "event", "channel", "language", "partner", "monitoring", "priority", "to"];

const valueText = (name: string, value: string, texts: AuditTexts) =>
  wordParameters.includes(name) ? translateWords(value, texts.value) : value;

/**
 * Returns the input of an action, or the values that it replaced, with labels. Name and value alternate: `email=`
 * becomes `E-mail: `, and so does `email: `.
 */
export function auditParts(parts: Parts, texts: AuditTexts): Parts {
  let name = "";
  return parts.map((part, index) => {
    if (typeof part !== "string") return part;
    if (index % 2 === 1) return valueText(name, part, texts);
    const [, separator = "", parameter] = /^([,;] )?(\w+)(?:=|: )$/.exec(part) ?? [];
    if (!parameter) return part;
    name = parameter;
    return `${separator}${texts.field(parameter)}: `;
  });
}
