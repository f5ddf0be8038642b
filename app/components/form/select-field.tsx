import type { FieldProps } from "./field";
import { controlProps, FieldFrame } from "./field";

export type Option = { value: string; label: string };

type SelectFieldProps = FieldProps & {
  options: readonly Option[];
  /** The choice of nothing: the words of an empty first option. */
  empty?: string;
};

/** One of several, by the browser's own list. */
export function SelectField({ field, label, hint, options, empty }: SelectFieldProps) {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <select {...controlProps({ field, hint })} className="input" defaultValue={field.initialValue}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
