import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";

/** Link from a form to the FAQ entry that explains it. */
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
