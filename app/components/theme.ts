import type { FormEvent } from "react";
// the package's index imports server-only code
import { isTheme, useTheme } from "remix-themes/build/theme-provider.js";

/** Returns the viewer's choice of theme, or null for the system's. */
export function useChosenTheme() {
  const [theme, , { definedBy }] = useTheme();
  return definedBy === "USER" ? theme : null;
}

/**
 * Returns the submit handler of forms with theme buttons. The choice applies immediately, in other tabs too, and is
 * saved in the background.
 */
export function useThemeSubmit() {
  const [, setTheme] = useTheme();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    const choice = submitter?.getAttribute("value");
    setTheme(isTheme(choice) ? choice : null);
  };
}
