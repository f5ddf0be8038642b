import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import type { AccountPage } from "#contract/monitoring/index";
import type { PageData } from "./load.server";

/** What a visitor can do who liked what they saw. */
export function Advert() {
  const t = useTranslations("statistics");
  return (
    <section className="advert band no-print">
      <div>
        <h2>{t("advertTitle")}</h2>
        <p>{t("advertText")}</p>
      </div>
      <a href={paths.signup()} className={buttonClass("call")}>
        {t("advertButton")}
      </a>
    </section>
  );
}

type Props = Pick<PageData, "figures"> & { account: Pick<AccountPage, "monitoringId"> };

/** Where the trades come from and whether they add up, in one link; its own page says what that means. */
export function ProvenanceLine({ figures, account }: Props) {
  const t = useTranslations("statistics");
  return (
    <div className="stack small muted" id="origin">
      <p>
        <a className="lone" href={paths.monitoringOrigin(account.monitoringId)}>
          {figures.origin.text}
        </a>
      </p>
      <p>
        {t("utcDays")}{" "}
        <a href={paths.monitoringFormulas}>{t("formulas", { version: figures.formulas_version })}</a>{" "}
        <a href={paths.publicAccounts()}>{t("otherAccounts")}</a>
      </p>
    </div>
  );
}
