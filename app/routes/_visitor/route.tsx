import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorPage } from "#app/components/shell/error-page";
import { loadTexts } from "#app/services/locale.server";
import { visitorOnly } from "#app/services/session.server";
import { Pitch } from "./pitch";

export async function loader({ request }: LoaderFunctionArgs) {
  await visitorOnly(request);
  return { texts: await loadTexts(request, "user") };
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
