import { Link } from "@remix-run/react";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";

/** From a form to the answer that explains it. */
export function FaqLink({ question }: { question: string }) {
  const t = useText("common");
  return (
    <p className="small">
      <Link className="lone" to={paths.faqQuestion(question)}>
        {t("howItWorks")}
      </Link>
    </p>
  );
}
