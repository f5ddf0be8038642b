import { useText } from "#app/components/text";
import { PasswordField } from "./password-field";
import { SecondFactorField } from "./second-factor-field";
import type { ContractField } from "./use-contract-form";

type PasswordAndCodeProps = {
  fields: {
    password: ContractField;
    secondFactorCode: ContractField;
  };
};

/** The password and the second step once more, before an account is made weaker. */
export function PasswordAndCode({ fields }: PasswordAndCodeProps) {
  const t = useText("profile");
  return (
    <>
      <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
      <SecondFactorField field={fields.secondFactorCode} />
    </>
  );
}
