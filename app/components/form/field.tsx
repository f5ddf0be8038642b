import type { ReactNode } from "react";
import { useLanguage } from "#app/components/text";
import { messageText } from "./messages";
import type { ContractField } from "./use-contract-form";

export type FieldProps = {
  field: ContractField;
  label: ReactNode;
  hint?: ReactNode;
};

/** What every control needs of its field: name, id, and the ids of the words that belong to it. */
export function controlProps({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  const isWrong = Boolean(field.errors?.length);
  const words = [hint ? field.descriptionId : "", isWrong ? field.errorId : ""].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    autoFocus: field.isFirstWrong || undefined,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": words || undefined,
  };
}

/** The message of a field: a key of `errors.json`, or words that the API has chosen. */
export function FieldMessage({ field }: Pick<FieldProps, "field">) {
  const language = useLanguage();
  const [first] = field.errors ?? [];
  return first ? (
    <p className="error" id={field.errorId}>
      {messageText(language, first)}
    </p>
  ) : null;
}

/** Label above, hint under it, then the control, then its message. */
export function FieldFrame({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      {children}
      <FieldMessage field={field} />
    </div>
  );
}
