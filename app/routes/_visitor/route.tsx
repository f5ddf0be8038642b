import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "#app/components/layout/error-page";
import { RichText, useTranslations } from "#app/components/translations";
import { callApi } from "#app/services/api.server";
import { ApiError, ApiUnavailable } from "#app/services/api-errors.server";
import { environment } from "#app/services/env.server";
import { loadTranslations } from "#app/services/locale.server";
import { visitorOnly } from "#app/services/session.server";
import sheet from "#app/styles/sheets/sign-in.css?url";
import { monitoringFreeAccounts } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { Pitch } from "./pitch";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await visitorOnly(request);
  const [{ offer, freeAccounts }, texts] = await Promise.all([
    // the login form must not depend on the content beside it
    callApi(caller, contract.startingOffer, {}).catch((error: unknown) => {
      if (error instanceof ApiError || error instanceof ApiUnavailable)
        return { offer: null, freeAccounts: monitoringFreeAccounts };
      throw error;
    }),
    loadTranslations(request, "user"),
  ]);
  return { offer, freeAccounts, supportEmail: environment().brand.supportEmail, texts };
}

export default function VisitorPages() {
  const t = useTranslations("user");
  const { offer, freeAccounts, supportEmail } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="sign-in">
      <div className="pane">
        <Outlet />
        {supportEmail && (
          <p className="hint">
            <RichText tags={{ email: (text) => <a href={`mailto:${supportEmail}`}>{text}</a> }}>
              {t("cantLogIn", { email: supportEmail })}
            </RichText>
          </p>
        )}
      </div>
      <Pitch offer={offer} freeAccounts={freeAccounts} />
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
