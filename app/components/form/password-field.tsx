import { getInputProps } from "@conform-to/react";
import { useState } from "react";
import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { describedBy, FieldFrame, useFocus } from "./field";

type PasswordFieldProps = FieldProps & { autoComplete: "current-password" | "new-password" };

/**
 * Password field with a show/hide button if script is available. The typed value is never rendered back into the
 * page.
 */
export function PasswordField({ field, label, hint, autoComplete }: PasswordFieldProps) {
  const t = useTranslations("fields");
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <span className="with-end">
        <input
          {...getInputProps(field, {
            type: isShown ? "text" : "password",
            value: false,
            ...describedBy({ field, hint }),
          })}
          {...useFocus(field)}
          className="input"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="button" className="link needs-script" onClick={() => setShown(!isShown)}>
          {t(isShown ? "hide" : "show")}
          <span className="hidden-text"> {t("password")}</span>
        </button>
      </span>
    </FieldFrame>
  );
}
