import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { LegalPage } from "#app/components/shell/legal-page";
import { loadLegalText } from "#app/services/content.server";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "common", "publicOffer");

export const loader = ({ request }: LoaderFunctionArgs) => loadLegalText(request, "public-offer");

export default function PublicOffer() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
