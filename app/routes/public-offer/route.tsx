import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "#app/components/layout/legal-page";
import { pageTitle } from "#app/components/page-title";
import { loadLegalText } from "#app/services/content.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "common", "publicOffer");

export const loader = ({ request }: LoaderFunctionArgs) => loadLegalText(request, "public-offer");

export default function PublicOffer() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
