import type { ReactNode } from "react";
import type { FieldProps } from "./field";
import { controlProps, FieldMessage } from "./field";

/** `kind` lets fields be shown for some choices only (`data-only` in `form.css`). */
export type Choice = { value: string; label: ReactNode; hint?: ReactNode; kind?: string };

/** One of a few, all in sight: below each other, or as plates in a row. */
export function RadioField({
  field,
  label,
  hint,
  choices,
  plates,
}: FieldProps & { choices: readonly Choice[]; plates?: boolean }) {
  const { id, name, autoFocus, "aria-describedby": words } = controlProps({ field, hint });
  return (
    <fieldset className="field" aria-describedby={words}>
      <legend>{label}</legend>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <div className={plates ? "plates" : undefined}>
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${choice.value}`}
              name={name}
              value={choice.value}
              data-kind={choice.kind}
              // biome-ignore lint/a11y/noAutofocus: the first wrong field has the focus also without script
              autoFocus={index === 0 ? autoFocus : undefined}
              defaultChecked={field.initialValue === choice.value}
            />
            <span>{choice.label}</span>
            {choice.hint && <span className="hint">{choice.hint}</span>}
          </label>
        ))}
      </div>
      <FieldMessage field={field} />
    </fieldset>
  );
}
