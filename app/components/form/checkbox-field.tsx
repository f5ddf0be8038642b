import type { ReactNode } from "react";
import type { FieldProps } from "./field";
import { controlProps, FieldMessage } from "./field";

type CheckboxFieldProps = Pick<FieldProps, "field" | "hint"> & {
  value?: string;
  /** The label; links may stand in it. */
  children: ReactNode;
};

/** Yes or no. The whole line is the target. */
export function CheckboxField({ field, hint, value = "on", children }: CheckboxFieldProps) {
  return (
    <div className="field">
      <label className="choice">
        <input
          {...controlProps({ field, hint })}
          type="checkbox"
          value={value}
          defaultChecked={field.initialValue === value}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <span className="hint" id={field.descriptionId}>
          {hint}
        </span>
      )}
      <FieldMessage field={field} />
    </div>
  );
}
