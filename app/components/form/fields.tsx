import { getInputProps } from "@conform-to/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

type InputProps = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoComplete" | "inputMode" | "placeholder" | "readOnly" | "spellCheck" | "min" | "max"
  > & {
    type?: "text" | "email" | "date" | "search";
    /** Extra classes: `short`, `code`. */
    size?: "short" | "code";
    /** What stands at the input's end, such as a unit. */
    unit?: ReactNode;
  };

/** One line of text. Lengths and patterns come from the contract. */
export function TextField({ field, label, hint, type = "text", size, unit, ...rest }: InputProps) {
  const input = (
    <input
      {...getInputProps(field, { type, ...describedBy({ field, hint }) })}
      {...useFocus(field)}
      className={size ? `input ${size}` : "input"}
      {...rest}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {unit ? (
        <span className="with-end">
          {input}
          <span className="unit" aria-hidden="true">
            {unit}
          </span>
        </span>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

/** An e-mail address. */
export function EmailField(props: InputProps) {
  return <TextField type="email" autoComplete="email" spellCheck={false} {...props} />;
}

/** A sum of US dollars, typed as text: `12.50` or `12,50`. */
export function MoneyField(props: InputProps) {
  return <TextField inputMode="decimal" autoComplete="off" unit="$" {...props} />;
}

/** A whole number, typed as text: a number input loses what it cannot read. */
export function NumberField(props: InputProps) {
  return <TextField inputMode="numeric" autoComplete="off" size="short" {...props} />;
}

/** The six digits of an e-mail or of an authenticator. */
export function CodeField(props: InputProps) {
  return (
    <TextField inputMode="numeric" autoComplete="one-time-code" size="code" spellCheck={false} {...props} />
  );
}

/** A day, by the browser's own field. */
export function DateField(props: InputProps) {
  return <TextField type="date" size="short" {...props} />;
}
