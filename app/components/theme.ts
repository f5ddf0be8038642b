import type { FormEvent } from "react";
// its index brings what only a server needs
import { isTheme, useTheme } from "remix-themes/build/theme-provider.js";

/** The reader's choice of a theme; null for the system's. */
export function useChosenTheme() {
  const [theme, , { definedBy }] = useTheme();
  return definedBy === "USER" ? theme : null;
}

/** What a form whose buttons choose a theme does once there is script: the choice shows at once, in other tabs too, and is kept meanwhile. */
export function useThemeSubmit() {
  const [, setTheme] = useTheme();
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    const choice = submitter?.getAttribute("value");
    setTheme(isTheme(choice) ? choice : null);
  };
}
