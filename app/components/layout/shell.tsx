import type { ReactNode } from "react";
import { useHasScript } from "#app/components/page-script";
import { useTranslations } from "#app/components/translations";
import { LinkProvider } from "#app/components/ui/link";
import { AlertBanner } from "./alert-banner";
import type { ShellData } from "./data";
import { Footer } from "./footer";
import { Header } from "./header";
import { NavigationSpinner } from "./navigation-spinner";
import { NoConnection } from "./no-connection";
import { RouterLink } from "./router-link";
import { Toast } from "./toast";

/** What stands around every page. `children` is or holds the page's `<main id="main">`. */
export function Shell({ data, children }: { data: ShellData | undefined; children: ReactNode }) {
  const t = useTranslations("common");
  const hasScript = useHasScript();
  const toast = data?.toast ?? null;
  return (
    <LinkProvider value={RouterLink}>
      <a className="skip" href="#main">
        {t("skipToContent")}
      </a>
      {data && <Header data={data} />}
      {data?.alert && <AlertBanner alert={data.alert} returnTo={data.path} />}
      {children}
      {data && <Footer data={data} />}
      {(hasScript || toast) && <Toast toast={toast} />}
      {hasScript && <NoConnection />}
      <NavigationSpinner />
    </LinkProvider>
  );
}
