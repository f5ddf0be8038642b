import { Link } from "@remix-run/react";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";

export function Footer({ productName }: { productName: string }) {
  const t = useText("common");
  return (
    <footer className="footer">
      <Link to={paths.publicOffer}>{t("publicOffer")}</Link>
      <Link to={paths.privacyPolicy}>{t("privacyPolicy")}</Link>
      <p>{t("copyright", { name: productName })}</p>
    </footer>
  );
}
