import type { FieldMetadata } from "@conform-to/react";
import { getCollectionProps, getFieldsetProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useContext } from "react";
import { useLanguage } from "#app/components/translations";
import { FirstInvalidField } from "./first-invalid-field";
import { messageText } from "./messages";

export type FieldProps = {
  /** From `useContractForm`, inside a `<Form of={form}>`. */
  field: FieldMetadata;
  label: ReactNode;
  hint?: ReactNode;
};

/**
 * Returns the conform options of a control, so that `aria-describedby` includes the hint besides the error message.
 */
export const describedBy = ({ field, hint }: Pick<FieldProps, "field" | "hint">) => ({
  ariaDescribedBy: hint ? field.descriptionId : undefined,
});

/** Returns `autoFocus` for the control of the first invalid field, so that it gets the focus without script too. */
export function useFocus({ name, valid }: FieldMetadata): { autoFocus?: true } {
  const first = useContext(FirstInvalidField);
  // conform reports errors in the order of validation, which differs from the order on the page
  if (first && !valid) first.name ??= name;
  return first?.name === name ? { autoFocus: true } : {};
}

/**
 * Props of the radio buttons of a field, and the ids of their shared hint and message, which belong on the fieldset.
 */
export function useChoices({ field, hint }: Pick<FieldProps, "field" | "hint">, options: string[]) {
  const focus = useFocus(field);
  const { "aria-describedby": descriptionIds } = getFieldsetProps(field, describedBy({ field, hint }));
  const controls = getCollectionProps(field, { type: "radio", options, ariaAttributes: false });
  return {
    words: descriptionIds,
    controls: controls.map(({ key, ...props }, index) => (index ? props : { ...props, ...focus })),
  };
}

/** The error message of a field: a key of `errors.json`, or a text from the API. */
export function FieldMessage({ field }: Pick<FieldProps, "field">) {
  const language = useLanguage();
  const [first] = field.errors ?? [];
  return first ? (
    <p className="error" id={field.errorId}>
      {messageText(language, first)}
    </p>
  ) : null;
}

/** Layout of a field: label, hint, control, error message. */
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
