import { getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FieldProps } from "./field";
import { describedBy, FieldMessage, useFocus } from "./field";

type CheckboxFieldProps = Pick<FieldProps, "field" | "hint"> & {
  value?: string;
  /** The label; may contain links. */
  children: ReactNode;
};

/** A checkbox whose whole row is clickable. */
export function CheckboxField({ field, hint, value = "on", children }: CheckboxFieldProps) {
  return (
    <div className="field">
      <label className="choice">
        <input
          {...getInputProps(field, { type: "checkbox", value, ...describedBy({ field, hint }) })}
          {...useFocus(field)}
        />
        <span>{children}</span>
      </label>{" "}
      {hint && (
        <span className="hint" id={field.descriptionId}>
          {hint}
        </span>
      )}
      <FieldMessage field={field} />
    </div>
  );
}
