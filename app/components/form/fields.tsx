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
    /** Extra class of the input: `short` or `code`. */
    size?: "short" | "code";
    /** Shown at the end of the input, such as a unit. */
    unit?: ReactNode;
  };

/** One-line text field. Length limits and patterns come from the contract. */
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

/** Email address field. */
export function EmailField(props: InputProps) {
  return <TextField type="email" autoComplete="email" spellCheck={false} {...props} />;
}

/** An amount in US dollars, typed as text: `12.50` or `12,50`. */
export function MoneyField(props: InputProps) {
  return <TextField inputMode="decimal" autoComplete="off" unit="$" {...props} />;
}

/** A whole number, typed as text because a number input drops input that it cannot parse. */
export function NumberField(props: InputProps) {
  return <TextField inputMode="numeric" autoComplete="off" size="short" {...props} />;
}

/** A six-digit code from an email or an authenticator app. */
export function CodeField(props: InputProps) {
  return (
    <TextField inputMode="numeric" autoComplete="one-time-code" size="code" spellCheck={false} {...props} />
  );
}

/** Native date field. */
export function DateField(props: InputProps) {
  return <TextField type="date" size="short" {...props} />;
}
