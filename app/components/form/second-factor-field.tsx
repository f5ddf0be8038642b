import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { TextField } from "./fields";

/** The second step once more, before what a borrowed session must not do. For clients whose two-step login is on. */
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
