import type { ButtonHTMLAttributes } from "react";

/** `call` is the primary button on the dark band (header, hero sections). */
export type ButtonVariant = "primary" | "call" | "secondary" | "danger" | "quiet";

/** Returns the class of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = "secondary") =>
  variant === "secondary" ? "button" : `button ${variant}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant };

/** A button labelled with its action. One `primary` per form or page. */
export function Button({ variant, type = "button", className = "", ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(variant)} ${className}`.trim()} {...rest} />;
}
