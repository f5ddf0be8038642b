import { Link, useLocation, useRouteError } from "@remix-run/react";
import { failureOf } from "#app/components/failure";
import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { paths } from "#app/paths";

type SentForm = NonNullable<NonNullable<ReturnType<typeof failureOf>["failure"]>["sent"]>;

type ErrorPageProps = {
  /** The page belongs to an account that its owner may have stopped sharing. */
  isShared?: boolean;
  /** The page is one of the admin console, so it leads to the console's inbox. */
  isConsole?: boolean;
};

/**
 * The page for an error: not found, API unavailable, forbidden or an unexpected failure. The shell stays around it.
 */
export function ErrorPage({ isShared = false, isConsole = false }: ErrorPageProps) {
  const t = useTranslations("failure");
  const { pathname, search } = useLocation();
  const { kind, failure, isForbidden } = failureOf(useRouteError());
  const canRetry = kind !== "notFound" && kind !== "notOffered" && !(isConsole && isForbidden);
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
          canRetry && (
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
          className={buttonClass(canRetry || failure?.way ? undefined : "primary")}
          to={isConsole ? paths.admin : paths.home}
        >
          {t(isConsole ? "toInbox" : "toHome")}
        </Link>{" "}
        {kind === "notFound" && !isConsole && (
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
export const ErrorMain = (props: ErrorPageProps) => (
  <main id="main">
    <ErrorPage {...props} />
  </main>
);
