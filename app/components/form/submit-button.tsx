import { useNavigation } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import type { ButtonVariant } from "#app/components/ui/button";
import { buttonClass } from "#app/components/ui/button";

type SubmitButtonProps = {
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  /** The id of an element that describes the button, such as a price. */
  describedBy?: string;
  children: ReactNode;
};

/**
 * Submit button labelled with its action (`Pay $12.50`). While the form is being sent, it shows a pending state and
 * ignores further clicks.
 */
export function SubmitButton({ variant = "primary", name, value, describedBy, children }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isPending = Boolean(formData) && (!name || formData?.get(name) === value);
  const ignoreWhilePending = (event: MouseEvent) => isPending && event.preventDefault();
  return (
    <button
      type="submit"
      // a destructive button is outlined where it opens a confirmation, and filled where it acts
      className={variant === "danger" ? `${buttonClass("danger")} primary` : buttonClass(variant)}
      name={name}
      value={value}
      aria-describedby={describedBy}
      aria-busy={isPending || undefined}
      onClick={ignoreWhilePending}
    >
      {children}
    </button>
  );
}
