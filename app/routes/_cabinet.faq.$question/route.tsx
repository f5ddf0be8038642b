import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { titled } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { loadQuestions } from "#app/services/content.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

/** The questions that follow in the section; the list of all is a link away. */
const maxOthers = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ sections }, texts] = await Promise.all([loadQuestions(caller), loadTranslations(request, "faq")]);
  const section = sections.find(({ questions }) => questions.some(({ id }) => id === params.question));
  const question = section?.questions.find(({ id }) => id === params.question);
  if (!section || !question) throw data({ message: "notFound" }, { status: 404 });
  const index = section.questions.indexOf(question);
  const otherQuestions = [...section.questions.slice(index + 1), ...section.questions.slice(0, index)];
  return {
    texts,
    title: question.title,
    html: question.html,
    section: section.title,
    others: otherQuestions.slice(0, maxOthers).map(({ id, title }) => ({ id, title })),
  };
}

export default function Answer() {
  const t = useTranslations("faq");
  const { title, html, others, section } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <p>
        <Link className="back" to={paths.faq}>
          {t("title")}
        </Link>{" "}
        <span className="small muted">{section}</span>
      </p>
      <article className="card sheet">
        <h1>{title}</h1>
        {/* trusted: our own Markdown, rendered by services/content */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        <p className="muted">
          <RichText tags={{ ticket: (text) => <Link to={paths.newTicket}>{text}</Link> }}>
            {t("notHelpful")}
          </RichText>
        </p>
      </article>
      <nav className="sheet small" aria-labelledby="others">
        <h2 id="others" className="small">
          {t("otherQuestions")}
        </h2>
        <ul className="links">
          {others.map(({ id, title: other }) => (
            <li key={id}>
              <Link to={paths.faqQuestion(id)}>{other}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
