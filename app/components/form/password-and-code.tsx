import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { PasswordField } from "./password-field";
import { SecondFactorField } from "./second-factor-field";

type PasswordAndCodeProps = {
  fields: Record<"password" | "secondFactorCode", FieldProps["field"]>;
  /** Without two-step login there is no code to ask for. */
  hasTwoStep?: boolean;
};

/** The password and the second step once more, before what a borrowed session must not do. */
export function PasswordAndCode({ fields, hasTwoStep = true }: PasswordAndCodeProps) {
  const common = useTranslations("common");
  return (
    <>
      <PasswordField field={fields.password} label={common("password")} autoComplete="current-password" />
      {hasTwoStep && <SecondFactorField field={fields.secondFactorCode} />}
    </>
  );
}
