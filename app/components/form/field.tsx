import type { FieldMetadata } from "@conform-to/react";
import { getCollectionProps, getFieldsetProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useContext } from "react";
import { useLanguage } from "#app/components/translations";
import { FirstWrong } from "./first-wrong";
import { messageText } from "./messages";

export type FieldProps = {
  /** Of `useContractForm`, in a `<Form of={form}>`. */
  field: FieldMetadata;
  label: ReactNode;
  hint?: ReactNode;
};

/** What conform is told of a control beside its field: the words that describe it, besides its message. */
export const describedBy = ({ field, hint }: Pick<FieldProps, "field" | "hint">) => ({
  ariaDescribedBy: hint ? field.descriptionId : undefined,
});

/** For the control of the field to be corrected first: it has the focus, also without script. */
export function useFocus({ name, valid }: FieldMetadata): { autoFocus?: true } {
  const first = useContext(FirstWrong);
  // messages come in the order in which they were found, which is not that of the page
  if (first && !valid) first.name ??= name;
  return first?.name === name ? { autoFocus: true } : {};
}

/** The radio buttons of a field, and the ids of what is said of all of them: that stands at their fieldset. */
export function useChoices({ field, hint }: Pick<FieldProps, "field" | "hint">, options: string[]) {
  const focus = useFocus(field);
  const { "aria-describedby": words } = getFieldsetProps(field, describedBy({ field, hint }));
  const controls = getCollectionProps(field, { type: "radio", options, ariaAttributes: false });
  return {
    words,
    controls: controls.map(({ key, ...props }, index) => (index ? props : { ...props, ...focus })),
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
