import type { ButtonHTMLAttributes } from "react";

/** `call` is the primary one on the band. */
export type ButtonVariant = "primary" | "call" | "secondary" | "danger" | "quiet";

/** The class of a link that is drawn as a button. */
export const buttonClass = (variant: ButtonVariant = "secondary") =>
  variant === "secondary" ? "button" : `button ${variant}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant };

/** A button that says what it does. One `primary` per form or page. */
export function Button({ variant, type = "button", className = "", ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(variant)} ${className}`.trim()} {...rest} />;
}
