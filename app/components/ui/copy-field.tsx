import { useState } from "react";
import { useHydrated } from "./hydrated";

type CopyFieldProps = { value: string; copy: string; copied: string; label?: string };

/** A value to take away. It can be read and selected without script; the button comes with it. */
export function CopyField({ value, copy, copied, label }: CopyFieldProps) {
  const canCopy = useHydrated();
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <span className="copy">
      {label && <span className="muted">{label}</span>} <code>{value}</code>{" "}
      <button type="button" className={canCopy ? "button" : "button awaits"} onClick={take}>
        {copy}
      </button>{" "}
      <span role="status" className="small">
        {isCopied && copied}
      </span>
    </span>
  );
}
