import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorPage } from "#app/components/layout/error-page";
import { loadTranslations } from "#app/services/locale.server";
import { visitorOnly } from "#app/services/session.server";
import sheet from "#app/styles/sheets/sign-in.css?url";
import { Pitch } from "./pitch";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  return { texts: await loadTranslations(request, "user") };
}

export default function VisitorPages() {
  return (
    <main id="main" className="sign-in">
      <div className="pane">
        <Outlet />
      </div>
      <Pitch />
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <main id="main" className="narrow">
      <ErrorPage />
    </main>
  );
}
