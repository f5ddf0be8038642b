import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "#app/components/layout/legal-page";
import { pageTitle } from "#app/components/page-title";
import { loadLegalText } from "#app/services/content.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "common", "privacyPolicy");

export const loader = ({ request }: LoaderFunctionArgs) => loadLegalText(request, "privacy-policy");

export default function PrivacyPolicy() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
