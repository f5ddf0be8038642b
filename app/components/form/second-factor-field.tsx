import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { TextField } from "./fields";

/**
 * The second-step field that confirms actions which a stolen session must not perform. For clients with two-step
 * login.
 */
export function SecondFactorField({ field }: Pick<FieldProps, "field">) {
  const common = useTranslations("common");
  const t = useTranslations("fields");
  return (
    <TextField
      field={field}
      label={common("secondFactorCode")}
      hint={t("secondFactorHint")}
      autoComplete="one-time-code"
      spellCheck={false}
      size="short"
    />
  );
}
