import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "#app/components/layout/legal-page";
import { titled } from "#app/components/page-title";
import { loadShippedText } from "#app/services/content.server";

/** Rendered without script; the page needs none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => titled(args, args.data?.title);

export const loader = ({ request }: LoaderFunctionArgs) => loadShippedText(request, "formulas");

/** The versions of the formulas, and their differences from MetaTrader's. */
export default function Formulas() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
