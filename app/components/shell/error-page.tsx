import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { useOwnText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";
import en from "#locales/en/failure.json";
import ru from "#locales/ru/failure.json";

const texts = { en, ru };

type SentForm = { action: string; fields: [name: string, value: string][] };
/** What the guard tells with its refusal (`services/guard.server.ts`). */
type Said = { message?: string; isText?: boolean; sent?: SentForm };
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
  const t = useOwnText("failure", texts);
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const kind = errorKind(answer?.status);
  const said = answer?.data as Said | undefined;
  return (
    <div className="stack narrow">
      <h1>{t(`${kind}Title`)}</h1>
      {/* what the service says of nothing is that it is nothing */}
      <p>{kind !== "notFound" && said?.isText && said.message ? said.message : t(`${kind}Text`)}</p>
      <div className="row">
        {said?.sent ? (
          <SendAgain {...said.sent}>{t("tryAgain")}</SendAgain>
        ) : (
          kind !== "notFound" &&
          kind !== "notOffered" && (
            <a className={buttonClass("primary")} href={pathname + search}>
              {t("tryAgain")}
            </a>
          )
        )}
        <Link className={buttonClass(kind === "notFound" ? "primary" : undefined)} to={paths.home}>
          {t("toHome")}
        </Link>
        {kind === "notFound" && (
          <Link className={buttonClass()} to={paths.faq}>
            {t("toFaq")}
          </Link>
        )}
      </div>
    </div>
  );
}

/** The form that did not arrive, with all that was typed: a repeat is safe, as its key is the same. */
function SendAgain({ action, fields, children }: SentForm & { children: string }) {
  return (
    <Form method="post" action={action}>
      {fields.map(([name, value], index) => (
        <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton>{children}</SubmitButton>
    </Form>
  );
}

/** The whole of a page in place of which an error is told. */
export const ErrorMain = () => (
  <main id="main">
    <ErrorPage />
  </main>
);
