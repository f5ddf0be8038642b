import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";

type TwoStepSectionProps = { hasTwoStep: boolean; recoveryCodesLeft: number };

export function TwoStepSection({ hasTwoStep, recoveryCodesLeft }: TwoStepSectionProps) {
  const t = useTranslations("profile");
  return (
    <section className="card" id="two-step">
      <h2>{t("twoStepTitle")}</h2>
      <p>
        {t(hasTwoStep ? "twoStepOn" : "twoStepOff")}{" "}
        <Link to={paths.faqQuestion("two-step")}>{t("moreAbout")}</Link>
      </p>
      {hasTwoStep && <p>{t("recoveryLeft", { count: recoveryCodesLeft })}</p>}
      <div className="row">
        {hasTwoStep ? (
          <>
            <Link to={paths.recoveryCodes} className={buttonClass()} preventScrollReset>
              {t("newRecoveryCodes")}
            </Link>{" "}
            <Link to={paths.twoStepOff} className={buttonClass()} preventScrollReset>
              {t("turnOff")}
            </Link>
          </>
        ) : (
          <Link to={paths.twoStep} className={buttonClass()} preventScrollReset>
            {t("turnOn")}
          </Link>
        )}
      </div>
    </section>
  );
}
