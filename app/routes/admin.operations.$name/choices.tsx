import { useOperationText } from "#app/components/admin/operation-text";
import type { AdminOperation, OperationInput } from "#contract/admin/index";

/** The page of a form with errors is a new one: the person goes on at the first of them. */
export const focusedIf = (isFirstWrong: boolean) => ({ autoFocus: isFirstWrong });

type ChoicesProps = {
  parameter: AdminOperation["parameters"][number];
  wrong: boolean;
  isFirstWrong: boolean;
  /** Ids of the hint and the error message. */
  describedBy: string;
  value: OperationInput[string] | undefined;
  label: string;
  hint: string;
  error: string | undefined;
};

/** Several values to choose from a list, such as the roles of an account: a checkbox for each. */
export function Choices({
  parameter,
  label,
  hint,
  error,
  wrong,
  isFirstWrong,
  describedBy,
  value,
}: ChoicesProps) {
  const text = useOperationText();
  const { name, choices = [], initial } = parameter;
  const given = [value ?? initial ?? []].flat();
  return (
    <fieldset className="field" aria-describedby={describedBy || undefined}>
      <legend className="small">{label}</legend>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {choices.map((choice, index) => (
        <label key={choice.value} className="check">
          <input
            type="checkbox"
            name={name}
            value={choice.value}
            {...focusedIf(isFirstWrong && index === 0)}
            aria-invalid={wrong || undefined}
            defaultChecked={given.includes(choice.value)}
          />
          {text.choice(choice)}
        </label>
      ))}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
