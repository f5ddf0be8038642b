import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";

type SwitchProps = {
  isOn: boolean;
  name: string;
  value: string;
  /** Another field to send with the switch, for pages with several such forms. */
  of?: { name: string; value: string };
  /** What the switch controls; shown before its state. */
  label: ReactNode;
  stateLabels: { on: string; off: string };
};

/**
 * A form button that is on or off and shows its state. It toggles as soon as it is pressed; before hydration, by its
 * `aria-busy` (`services/deferred-hydration.server.ts`).
 */
export function Switch({ isOn, name, value, of, label, stateLabels }: SwitchProps) {
  const sent = useNavigation().formData;
  const isTurning = sent?.get(name) === value && (!of || sent.get(of.name) === of.value);
  const isShownOn = isOn !== isTurning;
  return (
    <button type="submit" className={isShownOn ? "switch on" : "switch"} name={name} value={value}>
      <span>
        {label} {isShownOn ? stateLabels.on : stateLabels.off}
      </span>
    </button>
  );
}
