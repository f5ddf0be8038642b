import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Form } from "#app/components/form";
import { useHasScript } from "#app/components/page-script";
import { useTranslations, useViewer } from "#app/components/translations";
import { LinkProvider } from "#app/components/ui/link";
import { SpinnerOverlay } from "#app/components/ui/spinner";
import { dateTimeText } from "#app/lib/dates";
import { paths } from "#app/paths";
import { useWaitsForLine } from "./connection";
import { Footer } from "./footer";
import { Header } from "./header";
import { NoConnection } from "./no-connection";
import { RouterLink } from "./router-link";
import type { ShellData } from "./shell-data";
import { TimeZoneOffer } from "./time-zone-offer";
import { Toast } from "./toast";

/** The frame of every page. `children` is or contains the page's `<main id="main">`. */
export function Shell({ data, children }: { data: ShellData | undefined; children: ReactNode }) {
  const t = useTranslations("common");
  const hasScript = useHasScript();
  const toast = data?.toast ?? null;
  return (
    <LinkProvider value={RouterLink}>
      <a className="skip" href="#main">
        {t("skipToContent")}
      </a>{" "}
      {data && <Header data={data} />}
      {data?.view && <ViewBanner view={data.view} />}
      {data?.alert && <AlertBanner alert={data.alert} returnTo={data.path} />}
      {children}
      {data && <Footer data={data} />}
      {(hasScript || toast) && <Toast toast={toast} />}
      {hasScript && <NoConnection />}
      {data?.user && !data.zone && <TimeZoneOffer returnTo={data.path} />}
      <NavigationSpinner />
    </LinkProvider>
  );
}

/**
 * Shows that the next page is loading: a line under the header, and the full-screen spinner after a second. For
 * document navigations and before hydration, an inline script shows them (`services/deferred-hydration.server.ts`).
 */
function NavigationSpinner() {
  const t = useTranslations("common");
  const { state } = useNavigation();
  const waitsForLine = useWaitsForLine();
  const hasScript = useHasScript();
  if (!hasScript) return null;
  return (
    <>
      <div className="on-the-way" hidden={state === "idle" || waitsForLine} />
      <SpinnerOverlay label={t("loading")} hidden={state !== "loading" || waitsForLine} />
    </>
  );
}

/** Tells a staff member that these are a client's pages, and leads out of them. */
function ViewBanner({ view: { email, endsAt } }: { view: NonNullable<ShellData["view"]> }) {
  const t = useTranslations("common");
  const viewer = useViewer();
  return (
    <section className="alert" aria-label={t("alert")}>
      <p>{t("viewBanner", { email, time: dateTimeText(endsAt, viewer) })}</p>
      <Form method="post" action={paths.endView} reloadDocument>
        <button type="submit" className="bar-button">
          {t("endView")}
        </button>
      </Form>
    </section>
  );
}

/** An announcement from the operator. Dismissing it is remembered for that announcement. */
function AlertBanner({ alert, returnTo }: { alert: NonNullable<ShellData["alert"]>; returnTo: string }) {
  const t = useTranslations("common");
  return (
    <section className="alert" aria-label={t("alert")}>
      <p>{alert.text}</p>
      <Form method="post" action={paths.closeAlert} preventScrollReset replace>
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="alertId" value={alert.id} />
        <button type="submit" className="bar-button">
          {t("closeAlert")}
        </button>
      </Form>
    </section>
  );
}
