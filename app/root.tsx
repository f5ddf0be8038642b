import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, ScrollRestoration, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { ThemeProvider } from "remix-themes/build/theme-provider.js";
import { useInlineStyles } from "#app/components/inline-styles";
import { ErrorMain } from "#app/components/layout/error-page";
import { Shell } from "#app/components/layout/shell";
import { DeferredScripts, useHasScript } from "#app/components/page-script";
import { titled } from "#app/components/page-title";
import { useChosenTheme } from "#app/components/theme";
import { TextProvider } from "#app/components/translations";
import { useHydrated } from "#app/components/ui/use-hydrated";
import { paths } from "#app/paths";
import { brandOf } from "#app/services/brand.server";
import { descriptionOf } from "#app/services/descriptions.server";
import { formTokenFor } from "#app/services/form-token.server";
import { languageOf, loadTextsOfEveryPage } from "#app/services/locale.server";
import { loadShell } from "#app/services/shell.server";
import { themeOf } from "#app/services/theme.server";
import { takeToast } from "#app/services/toast.server";
import baseSheet from "#app/styles/sheets/base.css?url";
import { defaultLanguage } from "#contract/languages";

export const links: LinksFunction = () => [
  { rel: "icon", href: paths.icon, type: "image/svg+xml" },
  { rel: "stylesheet", href: baseSheet },
];

export const meta: MetaFunction<typeof loader> = (args) => titled(args, undefined);

export async function loader({ request }: LoaderFunctionArgs) {
  const [language, theme, toast, texts, formToken, shell] = await Promise.all([
    languageOf(request),
    themeOf(request),
    takeToast(request),
    loadTextsOfEveryPage(request),
    formTokenFor(request),
    loadShell(request),
  ]);
  const url = new URL(request.url);
  return {
    language,
    theme,
    toast: toast && { id: crypto.randomUUID(), message: toast.message },
    texts,
    formToken,
    ...brandOf(language),
    description: descriptionOf(url.pathname, language),
    path: url.pathname + url.search,
    ...shell,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <ThemeProvider specifiedTheme={data?.theme ?? null} themeAction={paths.chooseTheme}>
      <TextProvider>
        <Document>{children}</Document>
      </TextProvider>
    </ThemeProvider>
  );
}

function Document({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const theme = useChosenTheme();
  const hasScript = useHasScript();
  // only for the requested document; client-side navigation needs no description because no crawler sees it
  const { pathname } = useLocation();
  const description = data?.path.split("?")[0] === pathname && data.description;
  const inlineStyles = useInlineStyles();
  // the browser restores the scroll position of a document; this component does it for client-side navigation
  const isHydrated = useHydrated();
  return (
    <html
      lang={data?.language ?? defaultLanguage}
      data-theme={theme ?? undefined}
      style={data?.band as CSSProperties}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {description && <meta name="description" content={description} />}
        <Meta />
        {/* sets the dark background before the style sheet, which declares the same, is loaded */}
        <meta name="color-scheme" content="light dark" />
        {inlineStyles && <style data-first dangerouslySetInnerHTML={{ __html: inlineStyles }} />}
        {/* on a first visit the CSS is inlined; later pages need the files */}
        {(!inlineStyles || isHydrated) && <Links />}
      </head>
      <body>
        {children}
        {hasScript && isHydrated && <ScrollRestoration />}
        {hasScript && <DeferredScripts />}
      </body>
    </html>
  );
}

export default function App() {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <Shell data={data}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("root");
  if (!data) return <BareError />;
  return (
    <Shell data={data}>
      <ErrorMain />
    </Shell>
  );
}

/** The error page if even the shell's data failed to load. There are no translations, so it shows both languages. */
function BareError() {
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="stack narrow">
      <h1>Something went wrong</h1>
      <p lang="ru">Что-то пошло не так.</p>
      <a className="button primary" href={pathname + search}>
        Try again <span lang="ru">/ Повторить</span>
      </a>
    </main>
  );
}
