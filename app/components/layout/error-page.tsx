import { Link, useLocation, useRouteError } from "@remix-run/react";
import { failureOf } from "#app/components/failure";
import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";

type SentForm = NonNullable<NonNullable<ReturnType<typeof failureOf>["failure"]>["sent"]>;

/**
 * The page for an error: not found, API unavailable, forbidden or an unexpected failure. The shell stays around it.
 * `isShared`: the page belongs to an account that its owner may have stopped sharing.
 */
export function ErrorPage({ isShared = false }: { isShared?: boolean }) {
  const t = useTranslations("failure");
  const { pathname, search } = useLocation();
  const { kind, failure } = failureOf(useRouteError());
  return (
    <div className="stack narrow">
      <h1>{failure?.title ?? t(`${kind}Title`)}</h1>
      <p>
        {failure?.isText && failure.message
          ? failure.message
          : t(isShared && kind === "notFound" ? "notSharedText" : `${kind}Text`)}
      </p>
      <div className="row">
        {failure?.sent ? (
          <SendAgain {...failure.sent}>{t("tryAgain")}</SendAgain>
        ) : (
          kind !== "notFound" &&
          kind !== "notOffered" && (
            <a className={buttonClass("primary")} href={pathname + search}>
              {t("tryAgain")}
            </a>
          )
        )}{" "}
        {failure?.way && (
          <Link className={buttonClass("primary")} to={failure.way.to}>
            {failure.way.text}
          </Link>
        )}{" "}
        <Link
          className={buttonClass(kind === "notFound" && !failure?.way ? "primary" : undefined)}
          to={paths.home}
        >
          {t("toHome")}
        </Link>{" "}
        {kind === "notFound" && (
          <Link className={buttonClass()} to={paths.faq}>
            {t("toFaq")}
          </Link>
        )}
      </div>
    </div>
  );
}

/**
 * Form to resend a request that failed, with all its input. Resending is safe because the idempotency key is the
 * same.
 */
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

/** An error page with its `<main>`, for an error that replaces the whole page. */
export const ErrorMain = ({ isShared }: { isShared?: boolean }) => (
  <main id="main">
    <ErrorPage isShared={isShared ?? false} />
  </main>
);
