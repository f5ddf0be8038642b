import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Form } from "#app/components/form";
import { TextVersion } from "#app/components/layout/text-version";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Icon } from "#app/components/ui/icon";
import { excerpt, searchQuestions } from "#app/lib/search-questions";
import { paths } from "#app/paths";
import { loadQuestions } from "#app/services/content.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "faq", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [{ sections, version, holdsFrom }, texts] = await Promise.all([
    loadQuestions(caller),
    loadTranslations(request, "faq"),
  ]);
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const matches = searchQuestions(
    sections.flatMap(({ questions }) => questions),
    query,
  );
  return {
    texts,
    version,
    holdsFrom,
    query,
    found: matches.map(({ id, title, text }) => ({ id, title, text: excerpt(text, query) })),
    sections: query
      ? []
      : sections.map(({ title, questions }) => ({
          title,
          questions: questions.map((question) => ({ id: question.id, title: question.title })),
        })),
  };
}

export default function Faq() {
  const t = useTranslations("faq");
  const { query, found, sections, version, holdsFrom } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("title")}</h1>
      <div className="find">
        <Form reloadDocument method="get" action={paths.faq}>
          <label htmlFor="q" className="hidden-text">
            {t("search")}
          </label>
          <input id="q" name="q" type="search" className="input" defaultValue={query} maxLength={100} />
          <button type="submit" className={buttonClass()}>
            <Icon name="search" /> {t("searchButton")}
          </button>
        </Form>
      </div>
      {query && found.length === 0 && (
        <EmptyState
          title={t("nothingTitle", { query })}
          action={
            <Link className={buttonClass("primary")} to={paths.newTicket}>
              {t("createTicket")}
            </Link>
          }
        >
          {t("nothingText")}
        </EmptyState>
      )}
      {found.length > 0 && (
        <section>
          <h2>{t("found", { count: found.length, query })}</h2>
          <ul className="links">
            {found.map(({ id, title, text }) => (
              <li key={id}>
                <Link to={paths.faqQuestion(id)}>{title}</Link>
                <p className="small muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {query ? (
        <p>
          <Link className="lone" to={paths.faq}>
            {t("allQuestions")}
          </Link>
        </p>
      ) : (
        <div className="cards">
          {sections.map(({ title, questions }) => (
            <section key={title} className="card">
              <h2>{title}</h2>
              <ul className="links">
                {questions.map((question) => (
                  <li key={question.id}>
                    <Link to={paths.faqQuestion(question.id)}>{question.title}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <TextVersion version={version} holdsFrom={holdsFrom} />
    </>
  );
}
