import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

/** From a form to the answer that explains it. */
export function FaqLink({ question }: { question: string }) {
  const t = useTranslations("common");
  return (
    <p className="small">
      <Link className="lone" to={paths.faqQuestion(question)}>
        {t("howItWorks")}
      </Link>
    </p>
  );
}
