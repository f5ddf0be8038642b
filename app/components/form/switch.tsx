import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";

type SwitchProps = {
  isOn: boolean;
  name: string;
  value: string;
  /** Another field of its form and what stands in it, where a page has several such forms. */
  of?: { name: string; value: string };
  /** What it turns, before the word that says how it is. */
  label: ReactNode;
  words: { on: string; off: string };
};

/**
 * A form's button that is on or off, and says which. It moves as soon as it is pressed: before script has come by its `aria-busy`
 * (`services/deferred-hydration.server.ts`).
 */
export function Switch({ isOn, name, value, of, label, words }: SwitchProps) {
  const sent = useNavigation().formData;
  const isTurning = sent?.get(name) === value && (!of || sent.get(of.name) === of.value);
  const isShownOn = isOn !== isTurning;
  return (
    <button type="submit" className={isShownOn ? "switch on" : "switch"} name={name} value={value}>
      <span>
        {label} {isShownOn ? words.on : words.off}
      </span>
    </button>
  );
}
