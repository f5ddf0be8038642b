import type { ReactNode } from "react";
import type { FieldProps } from "./field";
import { FieldMessage, useChoices } from "./field";

/** `kind` allows showing some fields only for some choices (`data-only` in `choice.css`). */
export type Choice = { value: string; label: ReactNode; hint?: ReactNode; kind?: string };

/** Radio buttons for a few choices, stacked or as cards in a row. */
export function RadioField({
  field,
  label,
  hint,
  choices,
  plates,
}: FieldProps & { choices: readonly Choice[]; plates?: boolean }) {
  const { words: descriptionIds, controls } = useChoices(
    { field, hint },
    choices.map(({ value }) => value),
  );
  return (
    <fieldset className="field" aria-describedby={descriptionIds}>
      <legend>{label}</legend>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <div className={plates ? "plates" : undefined}>
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input {...controls[index]} data-kind={choice.kind} />
            <span>{choice.label}</span> {choice.hint && <span className="hint">{choice.hint}</span>}
          </label>
        ))}
      </div>
      <FieldMessage field={field} />
    </fieldset>
  );
}
