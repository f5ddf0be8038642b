import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { useOwnText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import en from "#locales/en/failure.json";
import ru from "#locales/ru/failure.json";

const texts = { en, ru };

type Kind = "notFound" | "away" | "limit" | "refused" | "notOffered" | "broken";

/** What a thrown answer means for the reader. */
export function errorKind(status: number | undefined): Kind {
  if (status === 404) return "notFound";
  if (status === 501) return "notOffered";
  if (status === 429) return "limit";
  if (status === 502 || status === 503 || status === 504) return "away";
  return status && status < 500 ? "refused" : "broken";
}

/** What a page says that cannot be shown: nothing here, the API away, refused, broken. The shell stays around it. */
export function ErrorPage() {
  const t = useOwnText<"failure">(texts);
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const kind = errorKind(answer?.status);
  const said = answer?.data as { message?: string; isText?: boolean } | undefined;
  return (
    <div className="stack narrow">
      <h1>{t(`${kind}Title`)}</h1>
      <p>{said?.isText && said.message ? said.message : t(`${kind}Text`)}</p>
      <p className="row">
        {kind !== "notFound" && kind !== "notOffered" && (
          <a className={buttonClass("primary")} href={pathname + search}>
            {t("tryAgain")}
          </a>
        )}
        <Link className={buttonClass(kind === "notFound" ? "primary" : undefined)} to={paths.home}>
          {t("toHome")}
        </Link>
        {kind === "notFound" && (
          <Link className={buttonClass()} to={paths.faq}>
            {t("toFaq")}
          </Link>
        )}
      </p>
    </div>
  );
}

/** The whole of a page in place of which an error is told. */
export const ErrorMain = () => (
  <main id="main">
    <ErrorPage />
  </main>
);
