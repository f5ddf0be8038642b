import { useTranslations } from "#app/components/translations";
import type { FieldProps } from "./field";
import { PasswordField } from "./password-field";
import { SecondFactorField } from "./second-factor-field";

type PasswordAndCodeProps = {
  fields: Record<"password" | "secondFactorCode", FieldProps["field"]>;
  /** False if two-step login is off, so no code field is shown. */
  hasTwoStep?: boolean;
};

/** The password and second-step fields that confirm actions which a stolen session must not perform. */
export function PasswordAndCode({ fields, hasTwoStep = true }: PasswordAndCodeProps) {
  const common = useTranslations("common");
  return (
    <>
      <PasswordField field={fields.password} label={common("password")} autoComplete="current-password" />
      {hasTwoStep && <SecondFactorField field={fields.secondFactorCode} />}
    </>
  );
}
