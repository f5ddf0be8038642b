import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CodeList } from "#app/components/ui/code-list";
import { paths } from "#app/paths";
import { DialogPage } from "./dialog-page";

/** Recovery codes, shown only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("twoStep");
  const common = useTranslations("common");
  return (
    <DialogPage title={t("recoveryTitle")} closeTo={paths.profile}>
      <p>{t("recoveryText")}</p>
      <CodeList
        codes={codes}
        copy={common("copy")}
        copied={common("copied")}
        save={t("recoveryFile")}
        fileName="recovery-codes.txt"
      />{" "}
      <Link to={paths.profile} className={buttonClass("primary")}>
        {t("recoveryDone")}
      </Link>
    </DialogPage>
  );
}
