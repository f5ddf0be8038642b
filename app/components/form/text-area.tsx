import { getTextareaProps } from "@conform-to/react";
import { useState } from "react";
import { useTranslations } from "#app/components/translations";
import { textLength } from "#contract/text-length";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

type TextAreaProps = FieldProps & {
  rows?: number;
  /**
   * Counted as in the contract (`textLength`). There is no `maxlength` in the HTML because browsers truncate a paste
   * silently.
   */
  maxLength?: number;
  /** Key that focuses it, together with the browser's modifier keys. */
  accessKey?: string;
};

/** Multi-line text field. With script, it counts down to its limit. */
export function TextArea({ field, label, hint, rows = 5, maxLength: limit, accessKey }: TextAreaProps) {
  const t = useTranslations("fields");
  const [length, setLength] = useState<number>();
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <textarea
        {...getTextareaProps(field, describedBy({ field, hint }))}
        {...useFocus(field)}
        className="input"
        rows={rows}
        // biome-ignore lint/a11y/noAccessKey: staff writes replies without a mouse
        accessKey={accessKey}
        onInput={(event) => setLength(textLength(event.currentTarget.value))}
      />
      {limit && length !== undefined && (
        <p className="hint">
          {length > limit
            ? t("charactersOver", { count: length - limit })
            : t("charactersLeft", { count: limit - length })}
        </p>
      )}
    </FieldFrame>
  );
}
