import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { requireClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/cabinet.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/**
 * Guards the signed-in pages. Each page checks the session itself as well, because loaders run in parallel and this
 * check does not protect child routes.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireClient(request);
  return null;
}

export default function CabinetPages() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
