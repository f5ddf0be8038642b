import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import type { ShellData } from "./shell-data";

type FooterProps = { data: Pick<ShellData, "productName" | "legal" | "supportEmail" | "supportHours"> };

export function Footer({ data: { productName, legal, supportEmail, supportHours } }: FooterProps) {
  const t = useTranslations("common");
  return (
    <footer className="footer">
      {supportEmail && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}{" "}
      <Link to={paths.publicOffer}>{t("publicOffer")}</Link>{" "}
      <Link to={paths.privacyPolicy}>{t("privacyPolicy")}</Link>{" "}
      {supportHours && <p>{t("supportHours", { hours: supportHours })}</p>}
      <p>
        {legal.length > 0 && `${legal.join(", ")}. `}
        <span>{t("copyright", { name: productName })}</span>
      </p>
    </footer>
  );
}
