import { getTextareaProps } from "@conform-to/react";
import { useState } from "react";
import { useTranslations } from "#app/components/translations";
import { Icon } from "#app/components/ui/icon";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

/**
 * A generated secret, to be copied before the form is sent because it is not shown again. The field is a text area:
 * the key is longer than a line on a phone. It is selected as a whole, and users can replace it with a key they
 * already have.
 */
export function KeyField({ field, label, hint }: FieldProps) {
  const t = useTranslations("common");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const input = document.getElementById(field.id);
    if (!(input instanceof HTMLTextAreaElement)) return;
    await navigator.clipboard.writeText(input.value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <span className="copy">
        <textarea
          {...getTextareaProps(field, describedBy({ field, hint }))}
          {...useFocus(field)}
          className="input"
          rows={2}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" className="button quiet needs-script" onClick={copy}>
          <Icon name="copy" /> {t("copy")}
        </button>{" "}
        <span role="status" className="small">
          {isCopied && t("copied")}
        </span>
      </span>
    </FieldFrame>
  );
}
