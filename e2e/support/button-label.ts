import texts from "#locales/en/operations.json" with { type: "json" };
import type { Translations } from "./test";

/** Returns the label of an operation's buttons: its short one if it has one, otherwise its name. */
export function buttonLabel(text: ReturnType<Translations>, operation: string): string {
  const labelAt = text as unknown as (key: string) => string;
  const key = `button_${operation}`;
  return labelAt(key in texts ? key : `do_${operation}`);
}
