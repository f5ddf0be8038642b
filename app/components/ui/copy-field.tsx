import { useState } from "react";
import { Icon } from "./icon";

type CopyButtonProps = { value: string; copy: string; copied: string };

/**
 * Copies a value and confirms it beside the button. On a page without its own script, `PageButtons` copies the text
 * before it.
 */
export function CopyButton({ value, copy, copied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const take = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      <button type="button" className="button needs-script" data-copy={copied} onClick={take}>
        <Icon name="copy" /> {copy}
      </button>{" "}
      <span role="status" className="small">
        {isCopied && copied}
      </span>
    </>
  );
}

/** A value to copy. It can be read and selected without script; only the button needs it. */
export function CopyField({ label, ...props }: CopyButtonProps & { label?: string }) {
  return (
    <span className="copy">
      {label && <span className="muted">{label}</span>} <code>{props.value}</code> <CopyButton {...props} />
    </span>
  );
}
