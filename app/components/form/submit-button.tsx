import { useNavigation } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import type { ButtonVariant } from "#app/components/ui/button";
import { buttonClass } from "#app/components/ui/button";

type SubmitButtonProps = {
  variant?: ButtonVariant;
  name?: string;
  value?: string;
  /** The id of what is to be known beside the button's name, such as a price. */
  describedBy?: string;
  children: ReactNode;
};

/** Sends the form; it says what it does (`Pay $12.50`). While the form is on its way it shows that and takes no second click. */
export function SubmitButton({ variant = "primary", name, value, describedBy, children }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isPending = Boolean(formData) && (!name || formData?.get(name) === value);
  const once = (event: MouseEvent) => isPending && event.preventDefault();
  return (
    <button
      type="submit"
      // what destroys is outlined where it asks, and filled where it does
      className={variant === "danger" ? `${buttonClass("danger")} primary` : buttonClass(variant)}
      name={name}
      value={value}
      aria-describedby={describedBy}
      aria-busy={isPending || undefined}
      onClick={once}
    >
      {children}
    </button>
  );
}
